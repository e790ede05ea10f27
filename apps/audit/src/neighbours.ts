import {
  closeTogether,
  createOrgsClient,
  type Connected,
  type OrgsClient,
} from '@tollgate/clients';
import type { Local } from '@tollgate/hosting';
import type { Logger } from '@tollgate/observability';
import type { AuditConfig } from './config';

/** Other services that audit calls. */
export interface Neighbours {
  readonly orgs: OrgsClient;
}

export function connectNeighbours(
  config: AuditConfig,
  logger: Logger,
  local?: Local,
): Connected<Neighbours> {
  const { orgsGrpcAddress: address, credential } = config;
  const shared = { credential, logger, local: local?.grpc };
  return closeTogether({ orgs: createOrgsClient({ address, ...shared }) });
}
