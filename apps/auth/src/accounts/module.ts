import type { Handlers } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import type { Part } from '@tollgate/lifecycle';
import { changePasswordUseCase, checkOwnPasswordUseCase } from '../passwords/change-password';
import type { PasswordHasher } from '../passwords/ports';
import { manageSessionsUseCase } from '../sessions/manage-sessions';
import type { ModulePorts } from '../shared/module-ports';
import type { AttemptLimits } from '../sign-in/ports';
import type { accountOperations } from './account.operations';
import { createAccountHandlers } from './account.route';
import { deleteAccountUseCase } from './delete-account';
import { finishEndingUseCase } from './finish-ending';
import { createFinishEndingsJob } from './finish-endings.job';
import { getAccountUseCase, updateAccountUseCase } from './manage-account';
import { getBreakerUseCase, updateBreakerUseCase } from './manage-breaker';

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
  const { clock, database, logger } = options;
  const finishEnding = finishEndingUseCase(options);
  const checkOwnPassword = checkOwnPasswordUseCase(options);
  const ports = { ...options, finishEnding, checkOwnPassword };
  return {
    handlers: createAccountHandlers({
      ...ports,
      getAccount: getAccountUseCase(ports),
      updateAccount: updateAccountUseCase(ports),
      deleteAccount: deleteAccountUseCase(ports),
      changePassword: changePasswordUseCase(ports),
      sessions: manageSessionsUseCase(ports),
      getBreaker: getBreakerUseCase(ports),
      updateBreaker: updateBreakerUseCase(ports),
    }),
    parts: [createFinishEndingsJob({ database, finishEnding, clock, logger })],
  };
}
