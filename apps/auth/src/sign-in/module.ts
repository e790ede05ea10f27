import type { Handlers } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import type { AuthConfig } from '../config';
import type { MailSender } from '../mails/ports';
import type { PasswordHasher } from '../passwords/ports';
import { resetPasswordUseCase } from '../passwords/reset-password';
import type { ModulePorts } from '../shared/module-ports';
import { logInUseCase } from './log-in';
import { logInByLinkUseCase } from './log-in-by-link';
import type { AttemptLimits } from './ports';
import { requestMailUseCase } from './request-mail';
import type { signInOperations } from './sign-in.operations';
import { createSignInHandlers } from './sign-in.route';
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
  const { config } = options;
  const ports = {
    ...options,
    hidesAccounts: config.hidesAccounts,
    operatorEmails: new Set(config.operatorEmails),
  };
  return {
    handlers: createSignInHandlers({
      ...ports,
      signUp: signUpUseCase(ports),
      logIn: logInUseCase(ports),
      logInByLink: logInByLinkUseCase(ports),
      verifyEmail: verifyEmailUseCase(ports),
      resetPassword: resetPasswordUseCase(ports),
      resendVerification: requestMailUseCase('verify-email', ports),
      sendLogInCode: requestMailUseCase('log-in', ports),
      forgetPassword: requestMailUseCase('reset-password', ports),
    }),
  };
}
