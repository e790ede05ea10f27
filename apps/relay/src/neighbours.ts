import {
  closeTogether,
  createPolicyClient,
  createWalletClient,
  type Connected,
  type PolicyClient,
  type WalletClient,
} from '@tollgate/clients';
import type { Local } from '@tollgate/hosting';
import type { Logger } from '@tollgate/observability';
import type { RelayConfig } from './config';

/** Other services that the relay calls. */
export interface Neighbours {
  readonly wallets: WalletClient;
  readonly policies: PolicyClient;
}

export function connectNeighbours(
  config: RelayConfig,
  logger: Logger,
  local?: Local,
): Connected<Neighbours> {
  const shared = { credential: config.credential, logger, local: local?.grpc };
  return closeTogether({
    wallets: createWalletClient({ address: config.billingGrpcAddress, ...shared }),
    policies: createPolicyClient({ address: config.orgsGrpcAddress, ...shared }),
  });
}
