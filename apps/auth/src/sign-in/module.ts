import type { Handlers } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import type { AuthConfig } from '../config';
import type { MailSender } from '../mails/ports';
import type { PasswordHasher } from '../passwords/ports';
import { resetPasswordUseCase } from '../passwords/reset-password';
import type { ModulePorts } from '../shared/module-ports';
import { logInUseCase } from './log-in';
import type { AttemptLimits } from './ports';
import { requestMailUseCase } from './request-mail';
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
import { signUpUseCase } from './sign-up';
import { verifyEmailUseCase } from './verify-email';

export interface SignInOptions extends ModulePorts {
  readonly config: Pick<AuthConfig, 'hidesAccounts' | 'operatorEmails'>;
  readonly cookie: SessionCookie;
  readonly limits: AttemptLimits;
  readonly passwords: PasswordHasher;
  readonly mailSender: MailSender;
}

/** Sign-up, log-in and what accounts do by mail without a session. */
export function createSignInModule(options: SignInOptions): {
  readonly handlers: Handlers<typeof signInOperations>;
} {
  const { config, cookie } = options;
  const ports = {
    ...options,
    hidesAccounts: config.hidesAccounts,
    operatorEmails: new Set(config.operatorEmails),
  };
  return {
    handlers: {
      'POST /api/auth/signup': signUpRoute(signUpUseCase(ports), cookie),
      'POST /api/auth/verify-email': verifyEmailRoute(verifyEmailUseCase(ports)),
      'POST /api/auth/verify-email/resend': resendVerificationRoute(
        requestMailUseCase('verify-email', ports),
      ),
      'POST /api/auth/login': logInRoute(logInUseCase(ports), cookie),
      'POST /api/auth/login/code': sendLogInCodeRoute(requestMailUseCase('log-in', ports)),
      'POST /api/auth/password/forgot': forgotPasswordRoute(
        requestMailUseCase('reset-password', ports),
      ),
      'POST /api/auth/password/reset': resetPasswordRoute(resetPasswordUseCase(ports)),
    },
  };
}
