import {
  closeTogether,
  createAuthClient,
  createOrgsClient,
  type AuthClient,
  type Connected,
  type OrgsClient,
} from '@tollgate/clients';
import type { Local } from '@tollgate/hosting';
import type { Logger } from '@tollgate/observability';
import type { BillingConfig } from './config';

/** Other services that billing calls. */
export interface Neighbours {
  readonly auth: AuthClient;
  readonly orgs: OrgsClient;
}

export function connectNeighbours(
  config: BillingConfig,
  logger: Logger,
  local?: Local,
): Connected<Neighbours> {
  const shared = { credential: config.credential, logger, local: local?.grpc };
  return closeTogether({
    auth: createAuthClient({ address: config.authGrpcAddress, ...shared }),
    orgs: createOrgsClient({ address: config.orgsGrpcAddress, ...shared }),
  });
}
