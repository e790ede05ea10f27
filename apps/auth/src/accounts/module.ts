import type { Handlers } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import type { Part } from '@tollgate/lifecycle';
import { changePasswordUseCase } from '../passwords/change-password';
import { checkOwnPasswordUseCase } from '../passwords/check-own-password';
import type { PasswordHasher } from '../passwords/ports';
import { endOtherSessionsUseCase } from '../sessions/end-other-sessions';
import type { ModulePorts } from '../shared/module-ports';
import type { AttemptLimits } from '../sign-in/ports';
import type { accountOperations } from './account.operations';
import {
  changePasswordRoute,
  deleteAccountRoute,
  endOtherSessionsRoute,
  getAccountRoute,
  updateAccountRoute,
} from './account.route';
import { getBreakerRoute, updateBreakerRoute } from './circuit-breaker.route';
import { deleteAccountUseCase } from './delete-account';
import { finishEndingUseCase } from './finish-ending';
import { createFinishEndingsJob } from './finish-endings.job';
import { getAccountUseCase } from './get-account';
import { getBreakerUseCase } from './get-breaker';
import { updateAccountUseCase } from './update-account';
import { updateBreakerUseCase } from './update-breaker';

export interface AccountsOptions extends ModulePorts {
  readonly cookie: SessionCookie;
  readonly limits: AttemptLimits;
  readonly passwords: PasswordHasher;
}

/** The account of the person who is signed in. */
export function createAccountsModule(options: AccountsOptions): {
  readonly handlers: Handlers<typeof accountOperations>;
  readonly parts: readonly Part[];
} {
  const { clock, cookie, database, logger } = options;
  const finishEnding = finishEndingUseCase(options);
  const checkOwnPassword = checkOwnPasswordUseCase(options);
  const ports = { ...options, finishEnding, checkOwnPassword };
  const getAccount = getAccountUseCase(ports);
  const getBreaker = getBreakerUseCase(ports);
  const updateBreaker = updateBreakerUseCase(ports);
  return {
    handlers: {
      'GET /api/account': getAccountRoute(getAccount),
      'PATCH /api/account': updateAccountRoute(updateAccountUseCase(ports), getAccount),
      'DELETE /api/account': deleteAccountRoute(deleteAccountUseCase(ports), cookie),
      'POST /api/account/password': changePasswordRoute(changePasswordUseCase(ports)),
      'DELETE /api/account/sessions': endOtherSessionsRoute(endOtherSessionsUseCase(ports)),
      'GET /api/account/circuit-breaker': getBreakerRoute(getBreaker),
      'PATCH /api/account/circuit-breaker': updateBreakerRoute(updateBreaker, getBreaker),
    },
    parts: [createFinishEndingsJob({ database, finishEnding, clock, logger })],
  };
}
