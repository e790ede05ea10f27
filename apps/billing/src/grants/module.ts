import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import type { ModulePorts } from '../shared/module-ports';
import { checkWalletOwnerUseCase } from '../wallets/check-wallet-owner';
import { createGrantRoute, createListGrantsRoute } from './admin-grants.route';
import { expireGrantsUseCase } from './expire-grants';
import { createExpireGrantsJob } from './expire-grants.job';
import { grantCreditsUseCase } from './grant-credits';
import type { grantOperations } from './grants.operations';

/** Credit that operators give or take back. */
export function createGrantsModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof grantOperations>;
  readonly parts: readonly Part[];
} {
  const { getNowMs, idempotency, logger, store } = ports;
  const options = {
    checkWalletOwner: checkWalletOwnerUseCase(ports),
    grantCredits: grantCreditsUseCase(ports),
    grants: store.grants,
    idempotency,
    getNowMs,
  };
  return {
    handlers: {
      'GET /api/admin/credits/grants': createListGrantsRoute(options),
      'POST /api/admin/credits/grants': createGrantRoute(options),
    },
    parts: [createExpireGrantsJob({ expireGrants: expireGrantsUseCase(ports), logger })],
  };
}
