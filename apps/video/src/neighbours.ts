import {
  closeTogether,
  createOrgsClient,
  createVideoAdmissionClient,
  createWalletClient,
  type Connected,
  type OrgsClient,
  type VideoAdmissionClient,
  type WalletClient,
} from '@tollgate/clients';
import type { Local } from '@tollgate/hosting';
import type { Logger } from '@tollgate/observability';
import type { VideoConfig } from './config';

/** Other services that video calls. */
export interface Neighbours {
  readonly videoAdmission: VideoAdmissionClient;
  readonly wallets: WalletClient;
  readonly orgs: OrgsClient;
}

export function connectNeighbours(
  config: VideoConfig,
  logger: Logger,
  local?: Local,
): Connected<Neighbours> {
  const shared = { credential: config.credential, logger, local: local?.grpc };
  return closeTogether({
    videoAdmission: createVideoAdmissionClient({ address: config.relayGrpcAddress, ...shared }),
    wallets: createWalletClient({ address: config.billingGrpcAddress, ...shared }),
    orgs: createOrgsClient({ address: config.orgsGrpcAddress, ...shared }),
  });
}
