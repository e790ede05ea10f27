import type { Request, RequestHandler, Response } from 'express';
import type { ZodType } from 'zod';
import { getRequestId, readJsonBody, validate } from '@tollgate/http';
import { getIdentity, type SessionCookie } from '@tollgate/identity';
import { renderUser } from '../accounts/render-account';
import type { ResetPassword } from '../passwords/reset-password';
import { cleanUserAgent } from '../sessions/session';
import { formatSessionCookie } from '../sessions/session-cookie.http';
import type { LogIn } from './log-in';
import type { RequestMail } from './request-mail';
import {
  forgotPasswordBody,
  logInBody,
  logInCodeBody,
  resendVerificationBody,
  resetPasswordBody,
  signUpBody,
  verifyEmailBody,
} from './sign-in.operations';
import type { SignUp } from './sign-up';
import type { VerifyEmail } from './verify-email';

/** POST /api/auth/signup */
export function signUpRoute(signUp: SignUp, cookie: SessionCookie): RequestHandler {
  return async (request, response) => {
    const { email, name = null, password } = await readBody(request, signUpBody);
    const { sessionToken, user } = await signUp({
      email,
      password,
      name,
      ...readOrigin(request, response),
      requestId: getRequestId(response),
    });
    if (sessionToken !== undefined) {
      response.setHeader('set-cookie', formatSessionCookie(cookie, sessionToken));
    }
    response.status(201).json({ user: renderUser(user) });
  };
}

/** POST /api/auth/login */
export function logInRoute(logIn: LogIn, cookie: SessionCookie): RequestHandler {
  return async (request, response) => {
    const body = await readBody(request, logInBody);
    const { sessionToken, user } = await logIn({ ...body, ...readOrigin(request, response) });
    response.setHeader('set-cookie', formatSessionCookie(cookie, sessionToken));
    response.json({ user: renderUser(user) });
  };
}

/** POST /api/auth/login/code */
export function sendLogInCodeRoute(sendLogInCode: RequestMail): RequestHandler {
  return async (request, response) => {
    const { email } = await readBody(request, logInCodeBody);
    await sendLogInCode({ email, clientIp: getIdentity(response).clientIp });
    response.status(202).json({ accepted: true });
  };
}

/** POST /api/auth/verify-email */
export function verifyEmailRoute(verifyEmail: VerifyEmail): RequestHandler {
  return async (request, response) => {
    const { token } = await readBody(request, verifyEmailBody);
    const { clientIp } = getIdentity(response);
    await verifyEmail({ token, clientIp, requestId: getRequestId(response) });
    response.status(204).end();
  };
}

/** POST /api/auth/verify-email/resend */
export function resendVerificationRoute(resendVerification: RequestMail): RequestHandler {
  return async (request, response) => {
    const { email } = await readBody(request, resendVerificationBody);
    await resendVerification({ email, clientIp: getIdentity(response).clientIp });
    response.status(202).json({ accepted: true });
  };
}

/** POST /api/auth/password/forgot */
export function forgotPasswordRoute(forgetPassword: RequestMail): RequestHandler {
  return async (request, response) => {
    const { email } = await readBody(request, forgotPasswordBody);
    await forgetPassword({ email, clientIp: getIdentity(response).clientIp });
    response.status(202).json({ accepted: true });
  };
}

/** POST /api/auth/password/reset */
export function resetPasswordRoute(resetPassword: ResetPassword): RequestHandler {
  return async (request, response) => {
    const { revokeKeys, ...body } = validate(resetPasswordBody, await readJson(request));
    const { clientIp } = getIdentity(response);
    const requestId = getRequestId(response);
    await resetPassword({ ...body, hasKeysRevoked: revokeKeys, clientIp, requestId });
    response.status(204).end();
  };
}

async function readBody<T>(request: Request, schema: ZodType<T>): Promise<T> {
  return validate(schema, await readJson(request));
}

function readJson(request: Request): Promise<Record<string, unknown>> {
  return readJsonBody(request);
}

function readOrigin(
  request: Request,
  response: Response,
): { readonly clientIp: string; readonly userAgent: string } {
  const userAgent = cleanUserAgent(request.headers['user-agent']);
  return { clientIp: getIdentity(response).clientIp, userAgent };
}
