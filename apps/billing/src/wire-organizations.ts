import { createMembershipSource, createOrgsClient } from '@tollgate/clients';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { MembershipSource } from '@tollgate/org-access';
import type { BillingConfig } from './config';
import { createGrpcOrganizations } from './orgs-client/grpc-organizations';
import type { Organizations } from './use-cases/organizations';

/** Organizations and memberships of the orgs service. */
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
  const client = createOrgsClient({ address, serviceSecret, logger });
  return {
    organizations: createGrpcOrganizations(client),
    memberships: createMembershipSource(client),
    part: { name: 'orgs client', stop: () => client.close() },
  };
}
