import { AuthServiceClient } from '@tollgate/contracts';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { createGrpcClient } from '@tollgate/rpc';
import { createAuthContacts } from './auth-client/auth-contacts';
import type { BillingConfig } from './config';
import { createCheckWalletOwner, type CheckWalletOwner } from './use-cases/check-wallet-owner';

export interface MoneyInRoutes {
  readonly checkWalletOwner: CheckWalletOwner;
}

/** How credit comes in: top-ups, grants, and what is said about them. */
export function wireMoneyIn(options: { readonly config: BillingConfig; readonly logger: Logger }): {
  readonly routes: MoneyInRoutes;
  readonly parts: readonly Part[];
} {
  const { config, logger } = options;
  const authClient = createGrpcClient(AuthServiceClient, {
    address: config.authGrpcAddress,
    serviceSecret: config.serviceSecret,
    logger,
  });
  const contacts = createAuthContacts(authClient);
  return {
    routes: { checkWalletOwner: createCheckWalletOwner({ contacts }) },
    parts: [{ name: 'auth client', stop: () => authClient.close() }],
  };
}
