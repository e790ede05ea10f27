import type { Request, RequestHandler } from 'express';
import type { ZodType } from 'zod';
import { type Handlers, readJsonBody, validate } from '@tollgate/http';
import { getIdentity, type SessionCookie } from '@tollgate/identity';
import { renderUser } from '../accounts/render-account';
import type { ResetPassword } from '../passwords/reset-password';
import { formatSessionCookie } from '../sessions/session-cookie.http';
import type { LogIn } from './log-in';
import type { LogInByLink } from './log-in-by-link';
import type { RequestMail } from './request-mail';
import { readOrigin } from './request-origin.http';
import {
  forgotPasswordBody,
  logInBody,
  logInCodeBody,
  resendVerificationBody,
  resetPasswordBody,
  signInLinkBody,
  signUpBody,
  verifyEmailBody,
  type signInOperations,
} from './sign-in.operations';
import type { SignUp } from './sign-up';
import type { VerifyEmail } from './verify-email';

export interface SignInHandlersOptions {
  readonly signUp: SignUp;
  readonly logIn: LogIn;
  readonly logInByLink: LogInByLink;
  readonly verifyEmail: VerifyEmail;
  readonly resetPassword: ResetPassword;
  readonly resendVerification: RequestMail;
  readonly sendLogInCode: RequestMail;
  readonly forgetPassword: RequestMail;
  readonly cookie: SessionCookie;
}

export function createSignInHandlers(
  options: SignInHandlersOptions,
): Handlers<typeof signInOperations> {
  const { cookie } = options;
  return {
    'POST /api/auth/signup': async (request, response) => {
      const { email, name = null, password } = await readBody(request, signUpBody);
      const wanted = { email, password, name, ...readOrigin(request, response) };
      const { sessionToken, user } = await options.signUp(wanted);
      if (sessionToken !== undefined) {
        response.setHeader('set-cookie', formatSessionCookie(cookie, sessionToken));
      }
      response.status(201).json({ user: renderUser(user) });
    },

    'POST /api/auth/login': async (request, response) => {
      const body = await readBody(request, logInBody);
      const { clientIp, userAgent } = readOrigin(request, response);
      const { sessionToken, user } = await options.logIn({ ...body, clientIp, userAgent });
      response.setHeader('set-cookie', formatSessionCookie(cookie, sessionToken));
      response.json({ user: renderUser(user) });
    },

    'POST /api/auth/sign-in-link': async (request, response) => {
      const { token } = await readBody(request, signInLinkBody);
      const { clientIp, userAgent } = readOrigin(request, response);
      const { sessionToken, user } = await options.logInByLink({ token, clientIp, userAgent });
      response.setHeader('set-cookie', formatSessionCookie(cookie, sessionToken));
      response.json({ user: renderUser(user) });
    },

    'POST /api/auth/verify-email': async (request, response) => {
      const { token } = await readBody(request, verifyEmailBody);
      const { clientIp, requestId } = readOrigin(request, response);
      await options.verifyEmail({ token, clientIp, requestId });
      response.status(204).end();
    },

    'POST /api/auth/password/reset': async (request, response) => {
      const { revokeKeys: hasKeysRevoked, ...body } = await readBody(request, resetPasswordBody);
      const { clientIp, requestId } = readOrigin(request, response);
      await options.resetPassword({ ...body, hasKeysRevoked, clientIp, requestId });
      response.status(204).end();
    },

    'POST /api/auth/verify-email/resend': accept(
      resendVerificationBody,
      options.resendVerification,
    ),
    'POST /api/auth/login/code': accept(logInCodeBody, options.sendLogInCode),
    'POST /api/auth/password/forgot': accept(forgotPasswordBody, options.forgetPassword),
  };
}

/** Asks for a mail; the answer is the same for every address. */
function accept(
  schema: ZodType<{ readonly email: string }>,
  requestMail: RequestMail,
): RequestHandler {
  return async (request, response) => {
    const { email } = await readBody(request, schema);
    await requestMail({ email, clientIp: getIdentity(response).clientIp });
    response.status(202).json({ accepted: true });
  };
}

async function readBody<T>(request: Request, schema: ZodType<T>): Promise<T> {
  return validate(schema, await readJsonBody(request));
}
