import {
  closeTogether,
  createAuthClient,
  createHealthClient,
  type AuthClient,
  type Connected,
  type HealthClient,
} from '@tollgate/clients';
import type { Local } from '@tollgate/hosting';
import type { Logger } from '@tollgate/observability';
import type { EdgeConfig } from './config';
import type { Owners } from './middleware/pass-to-owner';

/** Other services that the edge calls. */
export interface Neighbours {
  readonly auth: AuthClient;
  readonly authHealth: HealthClient;
  /** Services that own routes. */
  readonly owners: Owners;
}

export function connectNeighbours(
  config: EdgeConfig,
  logger: Logger,
  local?: Local,
): Connected<Neighbours> {
  const { authGrpcAddress: address, credential, urls } = config;
  const auth = { address, credential, logger, local: local?.grpc };
  return {
    ...closeTogether({ auth: createAuthClient(auth), authHealth: createHealthClient(auth) }),
    owners: {
      urls,
      local: local?.http ?? new Map(),
      certificates: credential.certificates,
    },
  };
}
