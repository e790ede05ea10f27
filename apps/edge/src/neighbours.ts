import {
  closeTogether,
  createAuthClient,
  createHealthClient,
  type AuthClient,
  type Connected,
  type HealthClient,
} from '@tollgate/clients';
import type { Logger } from '@tollgate/observability';
import type { EdgeConfig } from './config';

/** Other services that the edge calls. */
export interface Neighbours {
  readonly auth: AuthClient;
  readonly authHealth: HealthClient;
  /** http://host:port of the services that own routes. */
  readonly urls: EdgeConfig['urls'];
}

export function connectNeighbours(config: EdgeConfig, logger: Logger): Connected<Neighbours> {
  const { authGrpcAddress: address, serviceSecret, urls } = config;
  const auth = { address, serviceSecret, logger };
  return {
    ...closeTogether({ auth: createAuthClient(auth), authHealth: createHealthClient(auth) }),
    urls,
  };
}
