import type { RequestHandler, Response } from 'express';
import { z } from 'zod';
import { getRequestId, readJsonBody, validate } from '@tollgate/http';
import { getIdentity, type SessionCookie } from '@tollgate/identity';
import { normalizeEmail } from '../domain/user';
import type { LogIn } from '../use-cases/log-in';
import type { SignedIn, SignUp } from '../use-cases/sign-up';
import { renderUser } from './render-account';
import { formatSessionCookie } from './session-cookie';

const bodyBytesMax = 16 * 1024;
const password = z.string().min(10).max(128);
const nameCharactersMax = 100;

const email = z
  .string()
  .transform((text) => normalizeEmail(text) ?? '')
  .refine((text) => text !== '', { error: 'is not a mail address' });

const signUpSchema = z.object({
  email,
  password,
  name: z.string().trim().max(nameCharactersMax).nullish(),
});

/** A short password may be an old one: only a wrong one is refused, and as wrong. */
const logInSchema = z.object({ email, password: z.string().max(1_024) });

export interface SignInRouteOptions {
  readonly cookie: SessionCookie;
}

/** POST /api/auth/signup */
export function signUpRoute(signUp: SignUp, options: SignInRouteOptions): RequestHandler {
  return async (request, response) => {
    const body = validate(signUpSchema, await readJsonBody(request, { bytesMax: bodyBytesMax }));
    const signedIn = await signUp({
      email: body.email,
      password: body.password,
      name: body.name === undefined || body.name === '' ? null : body.name,
      clientIp: getIdentity(response).clientIp,
      requestId: getRequestId(response),
    });
    answerSignedIn(response.status(201), signedIn, options);
  };
}

/** POST /api/auth/login */
export function logInRoute(logIn: LogIn, options: SignInRouteOptions): RequestHandler {
  return async (request, response) => {
    const body = validate(logInSchema, await readJsonBody(request, { bytesMax: bodyBytesMax }));
    const { clientIp } = getIdentity(response);
    answerSignedIn(response.status(200), await logIn({ ...body, clientIp }), options);
  };
}

function answerSignedIn(response: Response, signedIn: SignedIn, options: SignInRouteOptions): void {
  response.setHeader('set-cookie', formatSessionCookie(options.cookie, signedIn.sessionToken));
  response.json({ user: renderUser(signedIn.user) });
}
