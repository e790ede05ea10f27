import type { IdempotencyStore } from '@tollgate/idempotency';
import { getSessionCookie } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import type { AuthConfig } from './config';
import { createPasswordHasher } from './passwords/password-hasher';
import type { AccountHandlersOptions } from './routes/account-handlers';
import type { MailSender } from './use-cases/account-ports';
import { createChangePassword } from './use-cases/change-password';
import { createCheckOwnPassword } from './use-cases/check-own-password';
import { createDeleteAccount } from './use-cases/delete-account';
import { createEndOtherSessions } from './use-cases/end-other-sessions';
import { createEndSession } from './use-cases/end-session';
import type { FinishEnding } from './use-cases/finish-ending';
import { createForgetPassword } from './use-cases/forget-password';
import { createGetAccount } from './use-cases/get-account';
import { createGetBreaker } from './use-cases/get-breaker';
import { createGetSession } from './use-cases/get-session';
import { createGetUser } from './use-cases/get-user';
import { createListSessions } from './use-cases/list-sessions';
import { createListUsers } from './use-cases/list-users';
import { createLogIn } from './use-cases/log-in';
import { createLogOut } from './use-cases/log-out';
import type { Orgs } from './use-cases/org-ports';
import type {
  AccountDatabase,
  AttemptLimits,
  Clock,
  Invalidator,
  Secrets,
  SpendWindows,
  Wallets,
} from './use-cases/ports';
import { createResendVerification } from './use-cases/resend-verification';
import { createResetPassword } from './use-cases/reset-password';
import { createSendLogInCode } from './use-cases/send-log-in-code';
import { createSignUp } from './use-cases/sign-up';
import { createSuspendUser } from './use-cases/suspend-user';
import { createUnsuspendUser } from './use-cases/unsuspend-user';
import { createUpdateAccount } from './use-cases/update-account';
import { createUpdateBreaker } from './use-cases/update-breaker';
import { createUpdateUser } from './use-cases/update-user';
import { createVerifyEmail } from './use-cases/verify-email';

interface AccountParts {
  readonly config: AuthConfig;
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly orgs: Orgs;
  readonly logger: Logger;
  readonly finishEnding: FinishEnding;
  readonly spendWindows: SpendWindows;
  readonly invalidator: Invalidator;
  readonly limits: AttemptLimits;
  readonly mailSender: MailSender;
  readonly idempotency: IdempotencyStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Everything that is done with accounts. */
export function wireAccounts(parts: AccountParts): AccountHandlersOptions {
  const { config } = parts;
  const passwords = createPasswordHasher();
  const ports = {
    ...parts,
    passwords,
    checkOwnPassword: createCheckOwnPassword({ ...parts, passwords }),
    hidesAccounts: config.hidesAccounts,
    operatorEmails: new Set(config.operatorEmails),
  };
  const updateUser = createUpdateUser(ports);
  return {
    cookie: getSessionCookie(config.serviceSlug, config.siteUrl),
    idempotency: ports.idempotency,
    signUp: createSignUp(ports),
    verifyEmail: createVerifyEmail(ports),
    resendVerification: createResendVerification(ports),
    logIn: createLogIn(ports),
    sendLogInCode: createSendLogInCode(ports),
    logOut: createLogOut(ports),
    getSession: createGetSession(ports),
    listSessions: createListSessions(ports),
    endSession: createEndSession(ports),
    endOtherSessions: createEndOtherSessions(ports),
    changePassword: createChangePassword(ports),
    forgetPassword: createForgetPassword(ports),
    resetPassword: createResetPassword(ports),
    getAccount: createGetAccount(ports),
    updateAccount: createUpdateAccount(ports),
    deleteAccount: createDeleteAccount(ports),
    getBreaker: createGetBreaker(ports),
    updateBreaker: createUpdateBreaker(ports),
    listUsers: createListUsers(ports),
    getUser: createGetUser(ports),
    updateUser,
    suspendUser: createSuspendUser({ ...ports, updateUser }),
    unsuspendUser: createUnsuspendUser({ updateUser }),
  };
}
