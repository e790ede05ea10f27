import {
  closeTogether,
  createCatalogClient,
  createDirectoryClient,
  createOrgBillingClient,
  createWalletClient,
  type CatalogClient,
  type Connected,
  type DirectoryClient,
  type OrgBillingClient,
  type WalletClient,
} from '@tollgate/clients';
import type { Local } from '@tollgate/hosting';
import type { Logger } from '@tollgate/observability';
import type { OrgsConfig } from './config';

/** Other services that orgs calls. */
export interface Neighbours {
  readonly wallets: WalletClient;
  readonly orgBilling: OrgBillingClient;
  readonly directory: DirectoryClient;
  readonly catalog: CatalogClient;
}

export function connectNeighbours(
  config: OrgsConfig,
  logger: Logger,
  local?: Local,
): Connected<Neighbours> {
  const shared = { credential: config.credential, logger, local: local?.grpc };
  const billing = { address: config.billingGrpcAddress, ...shared };
  return closeTogether({
    wallets: createWalletClient(billing),
    orgBilling: createOrgBillingClient(billing),
    directory: createDirectoryClient({ address: config.authGrpcAddress, ...shared }),
    catalog: createCatalogClient({ address: config.relayGrpcAddress, ...shared }),
  });
}
