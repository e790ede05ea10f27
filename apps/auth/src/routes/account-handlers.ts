import type { IdempotencyStore } from '@tollgate/idempotency';
import { requireOperator, type SessionCookie } from '@tollgate/identity';
import type { Handlers } from '@tollgate/http';
import type { ChangePassword } from '../use-cases/change-password';
import type { DeleteAccount } from '../use-cases/delete-account';
import type { EndOtherSessions } from '../use-cases/end-other-sessions';
import type { EndSession } from '../use-cases/end-session';
import type { ForgetPassword } from '../use-cases/forget-password';
import type { GetAccount } from '../use-cases/get-account';
import type { GetBreaker } from '../use-cases/get-breaker';
import type { GetSession } from '../use-cases/get-session';
import type { GetUser } from '../use-cases/get-user';
import type { ListSessions } from '../use-cases/list-sessions';
import type { ListUsers } from '../use-cases/list-users';
import type { LogIn } from '../use-cases/log-in';
import type { LogOut } from '../use-cases/log-out';
import type { ResendVerification } from '../use-cases/resend-verification';
import type { ResetPassword } from '../use-cases/reset-password';
import type { SendLogInCode } from '../use-cases/send-log-in-code';
import type { SignUp } from '../use-cases/sign-up';
import type { SuspendUser } from '../use-cases/suspend-user';
import type { UnsuspendUser } from '../use-cases/unsuspend-user';
import type { UpdateAccount } from '../use-cases/update-account';
import type { UpdateBreaker } from '../use-cases/update-breaker';
import type { UpdateUser } from '../use-cases/update-user';
import type { VerifyEmail } from '../use-cases/verify-email';
import type { accountOperations } from './account.operations';
import {
  changePasswordRoute,
  deleteAccountRoute,
  endOtherSessionsRoute,
  getAccountRoute,
  updateAccountRoute,
} from './account.route';
import type { adminUserOperations } from './admin-users.operations';
import {
  getUserRoute,
  listUsersRoute,
  suspendUserRoute,
  unsuspendUserRoute,
  updateUserRoute,
} from './admin-users.route';
import { getBreakerRoute, updateBreakerRoute } from './circuit-breaker.route';
import { endSessionRoute, getSessionRoute, listSessionsRoute, logOutRoute } from './session.route';
import type { signInOperations } from './sign-in.operations';
import {
  forgotPasswordRoute,
  logInRoute,
  resendVerificationRoute,
  resetPasswordRoute,
  sendLogInCodeRoute,
  signUpRoute,
  verifyEmailRoute,
} from './sign-in.route';

export interface AccountHandlersOptions {
  readonly cookie: SessionCookie;
  readonly idempotency: IdempotencyStore;
  readonly signUp: SignUp;
  readonly verifyEmail: VerifyEmail;
  readonly resendVerification: ResendVerification;
  readonly logIn: LogIn;
  readonly sendLogInCode: SendLogInCode;
  readonly logOut: LogOut;
  readonly getSession: GetSession;
  readonly listSessions: ListSessions;
  readonly endSession: EndSession;
  readonly endOtherSessions: EndOtherSessions;
  readonly changePassword: ChangePassword;
  readonly forgetPassword: ForgetPassword;
  readonly resetPassword: ResetPassword;
  readonly getAccount: GetAccount;
  readonly updateAccount: UpdateAccount;
  readonly deleteAccount: DeleteAccount;
  readonly getBreaker: GetBreaker;
  readonly updateBreaker: UpdateBreaker;
  readonly listUsers: ListUsers;
  readonly getUser: GetUser;
  readonly updateUser: UpdateUser;
  readonly suspendUser: SuspendUser;
  readonly unsuspendUser: UnsuspendUser;
}

/** The routes of people, for themselves and for operators. */
export function createAccountHandlers(
  options: AccountHandlersOptions,
): Handlers<typeof signInOperations & typeof accountOperations & typeof adminUserOperations> {
  const { cookie, getAccount, getBreaker, idempotency } = options;
  return {
    'POST /api/auth/signup': signUpRoute(options.signUp, cookie),
    'POST /api/auth/verify-email': verifyEmailRoute(options.verifyEmail),
    'POST /api/auth/verify-email/resend': resendVerificationRoute(options.resendVerification),
    'POST /api/auth/login': logInRoute(options.logIn, cookie),
    'POST /api/auth/login/code': sendLogInCodeRoute(options.sendLogInCode),
    'POST /api/auth/logout': logOutRoute(options.logOut, cookie),
    'GET /api/auth/session': getSessionRoute(options.getSession, cookie),
    'GET /api/auth/sessions': listSessionsRoute(options.listSessions),
    'DELETE /api/auth/sessions/{id}': endSessionRoute(options.endSession, cookie),
    'POST /api/auth/password/forgot': forgotPasswordRoute(options.forgetPassword),
    'POST /api/auth/password/reset': resetPasswordRoute(options.resetPassword),
    'GET /api/account': getAccountRoute(getAccount),
    'PATCH /api/account': updateAccountRoute(options.updateAccount, getAccount),
    'DELETE /api/account': deleteAccountRoute(options.deleteAccount, cookie),
    'POST /api/account/password': changePasswordRoute(options.changePassword),
    'DELETE /api/account/sessions': endOtherSessionsRoute(options.endOtherSessions),
    'GET /api/account/circuit-breaker': getBreakerRoute(getBreaker),
    'PATCH /api/account/circuit-breaker': updateBreakerRoute(options.updateBreaker, getBreaker),
    'GET /api/admin/users': [requireOperator, listUsersRoute(options.listUsers)],
    'GET /api/admin/users/{id}': [requireOperator, getUserRoute(options.getUser)],
    'PATCH /api/admin/users/{id}': [requireOperator, updateUserRoute(options.updateUser)],
    'POST /api/admin/users/{id}/suspend': [
      requireOperator,
      suspendUserRoute(options.suspendUser, idempotency),
    ],
    'POST /api/admin/users/{id}/unsuspend': [
      requireOperator,
      unsuspendUserRoute(options.unsuspendUser, idempotency),
    ],
  };
}
