import type { Request, RequestHandler } from 'express';
import type { ZodType } from 'zod';
import { AppError } from '@tollgate/errors';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  validate,
} from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import { renderUser } from '../accounts/render-account';
import { formatSessionCookie } from '../sessions/session-cookie.http';
import { getActor, getSessionCaller } from '../shared/caller.http';
import type { SignedIn } from '../sign-in/log-in';
import { readOrigin, type RequestOrigin } from '../sign-in/request-origin.http';
import type { LogInByPasskey } from './log-in-by-passkey';
import type { ManagePasskeys } from './manage-passkeys';
import type { ManageRecoveryCodes } from './manage-recovery-codes';
import type { Passkey } from './passkey';
import {
  beginPasskeyBody,
  createCodesBody,
  finishPasskeyBody,
  logInByCodeBody,
  logInByPasskeyBody,
  renamePasskeyBody,
  type passkeyOperations,
} from './passkeys.operations';

export interface PasskeyHandlersOptions {
  readonly passkeys: ManagePasskeys;
  readonly recoveryCodes: ManageRecoveryCodes;
  readonly logInByPasskey: LogInByPasskey;
  readonly cookie: SessionCookie;
}

export function createPasskeyHandlers(
  options: PasskeyHandlersOptions,
): Handlers<typeof passkeyOperations> {
  const { passkeys, recoveryCodes } = options;
  return {
    'GET /api/account/passkeys': async (_request, response) => {
      const found = await passkeys.list(getSessionCaller(response).userId);
      response.json({ passkeys: found.map(renderPasskey) });
    },

    'POST /api/account/passkeys/begin': async (request, response) => {
      const actor = getActor(response);
      const { password } = await readBody(request, beginPasskeyBody);
      response.json({ options: await passkeys.begin(actor, password) });
    },

    'POST /api/account/passkeys/finish': async (request, response) => {
      const { sessionId } = getSessionCaller(response);
      const { credential, name } = await readBody(request, finishPasskeyBody);
      const actor = { ...getActor(response), sessionId };
      response.status(201).json(renderPasskey(await passkeys.finish(actor, name, credential)));
    },

    'PATCH /api/account/passkeys/{id}': async (request, response) => {
      const actor = getActor(response);
      const { name } = await readBody(request, renamePasskeyBody);
      const passkey = await passkeys.rename(actor, getPathParameter(request, 'id'), name);
      if (!passkey) throw new AppError('not_found');
      response.json(renderPasskey(passkey));
    },

    'DELETE /api/account/passkeys/{id}': async (request, response) => {
      const isGone = await passkeys.remove(getActor(response), getPathParameter(request, 'id'));
      if (!isGone) throw new AppError('not_found');
      response.status(204).end();
    },

    'GET /api/account/recovery-codes': async (_request, response) => {
      response.json({ left: await recoveryCodes.count(getSessionCaller(response).userId) });
    },

    'POST /api/account/recovery-codes': async (request, response) => {
      const actor = getActor(response);
      const { password } = await readBody(request, createCodesBody);
      response.status(201).json({ codes: await recoveryCodes.replace(actor, password) });
    },

    ...createSignInHandlers(options),
  };
}

type SignInPaths =
  'POST /api/auth/passkey/begin' | 'POST /api/auth/passkey/finish' | 'POST /api/auth/recovery-code';

function createSignInHandlers(
  options: PasskeyHandlersOptions,
): Pick<Handlers<typeof passkeyOperations>, SignInPaths> {
  const { cookie, logInByPasskey, recoveryCodes } = options;
  const open =
    (logIn: (request: Request, origin: RequestOrigin) => Promise<SignedIn>): RequestHandler =>
    async (request, response) => {
      const { sessionToken, user } = await logIn(request, readOrigin(request, response));
      response.setHeader('set-cookie', formatSessionCookie(cookie, sessionToken));
      response.json({ user: renderUser(user) });
    };
  return {
    'POST /api/auth/passkey/begin': async (request, response) => {
      const { clientIp } = readOrigin(request, response);
      response.json({ options: await logInByPasskey.begin(clientIp) });
    },

    'POST /api/auth/passkey/finish': open(async (request, origin) => {
      const { credential: answer } = await readBody(request, logInByPasskeyBody);
      return logInByPasskey.finish({ ...origin, answer });
    }),

    'POST /api/auth/recovery-code': open(async (request, origin) =>
      recoveryCodes.logIn({ ...origin, ...(await readBody(request, logInByCodeBody)) }),
    ),
  };
}

async function readBody<T>(request: Request, schema: ZodType<T>): Promise<T> {
  return validate(schema, await readJsonBody(request));
}

function renderPasskey({ createdAt, id, isSynced, lastUsedAt, name }: Passkey): object {
  return {
    id,
    name,
    synced: isSynced,
    createdAt: formatTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : formatTime(lastUsedAt),
  };
}
