import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import { createBook } from '../ledger/book-store';
import type { ModulePorts } from '../shared/module-ports';
import { checkWalletOwnerUseCase } from '../wallets/check-wallet-owner';
import { createGrantHandlers } from './admin-grants.route';
import { expireGrantsUseCase } from './expire-grants';
import { grantCreditsUseCase } from './grant-credits';
import type { grantOperations } from './grants.operations';
import { createOwnGrantsRoute } from './own-grants.route';

const intervalMs = 10_000;

/** Credit that operators give or take back. */
export function createGrantsModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof grantOperations>;
  readonly parts: readonly Part[];
} {
  const { logger, store } = ports;
  return {
    handlers: {
      ...createGrantHandlers({
        ...ports,
        checkWalletOwner: checkWalletOwnerUseCase(ports),
        grantCredits: grantCreditsUseCase(ports),
        grants: store.grants,
      }),
      'GET /api/billing/grants': createOwnGrantsRoute({
        ...ports,
        grants: store.grants,
        book: createBook(ports.database),
      }),
    },
    parts: [
      createCountingPart({
        name: 'expire grants',
        intervalMs: Math.min(intervalMs, ports.jobIntervalMsMax),
        run: expireGrantsUseCase(ports),
        message: 'grants expired',
        unit: 'grants',
        logger,
      }),
    ],
  };
}
