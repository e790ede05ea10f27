import {
  closeTogether,
  createOrgsClient,
  type Connected,
  type OrgsClient,
} from '@tollgate/clients';
import type { Logger } from '@tollgate/observability';
import type { AuditConfig } from './config';

/** Other services that audit calls. */
export interface Neighbours {
  readonly orgs: OrgsClient;
}

export function connectNeighbours(config: AuditConfig, logger: Logger): Connected<Neighbours> {
  const { orgsGrpcAddress: address, serviceSecret } = config;
  return closeTogether({ orgs: createOrgsClient({ address, serviceSecret, logger }) });
}
