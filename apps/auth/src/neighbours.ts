import {
  closeTogether,
  createOrgsClient,
  createPolicyClient,
  createWalletClient,
  type Connected,
  type OrgsClient,
  type PolicyClient,
  type WalletClient,
} from '@tollgate/clients';
import type { Local } from '@tollgate/hosting';
import type { Logger } from '@tollgate/observability';
import type { AuthConfig } from './config';

/** Other services that auth calls. */
export interface Neighbours {
  readonly wallets: WalletClient;
  readonly orgs: OrgsClient;
  readonly policies: PolicyClient;
}

/** Sign-in and key routes wait for orgs no longer than this. */
const orgsDeadlineMs = 1_500;

export function connectNeighbours(
  config: AuthConfig,
  logger: Logger,
  local?: Local,
): Connected<Neighbours> {
  const shared = { credential: config.credential, logger, local: local?.grpc };
  const orgs = { address: config.orgsGrpcAddress, deadlineMs: orgsDeadlineMs, ...shared };
  return closeTogether({
    wallets: createWalletClient({ address: config.billingGrpcAddress, ...shared }),
    orgs: createOrgsClient(orgs),
    policies: createPolicyClient(orgs),
  });
}
