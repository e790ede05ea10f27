import { OrgsServiceClient } from '@tollgate/contracts';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { createGrpcMemberships, type MembershipSource } from '@tollgate/org-access';
import { createGrpcClient } from '@tollgate/rpc';
import type { BillingConfig } from './config';
import { createGrpcOrganizations } from './orgs-client/grpc-organizations';
import type { Organizations } from './use-cases/organizations';

/** What orgs knows about organizations and who belongs to them. */
export function wireOrganizations(options: {
  readonly config: Pick<BillingConfig, 'orgsGrpcAddress' | 'serviceSecret'>;
  readonly logger: Logger;
}): {
  readonly organizations: Organizations;
  readonly memberships: MembershipSource;
  readonly part: Part;
} {
  const { orgsGrpcAddress: address, serviceSecret } = options.config;
  const { logger } = options;
  const client = createGrpcClient(OrgsServiceClient, { address, serviceSecret, logger });
  return {
    organizations: createGrpcOrganizations(client),
    memberships: createGrpcMemberships(client),
    part: { name: 'orgs client', stop: () => client.close() },
  };
}
