import type { AuthServiceServer, Caller } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { encodeCaller, encodeEndedKey } from '@tollgate/identity';
import { unaryHandler } from '@tollgate/rpc';
import type { CreateSignInToken } from '../sign-in/create-sign-in-token';
import type { FindUsers } from '../users/find-users';
import type { Authenticate, AuthenticatedCaller, AuthenticateKey } from './authenticate-caller';
import { describeCaller, describeEndedKey } from './describe-caller';

export interface AuthServiceOptions {
  readonly authenticateKey: AuthenticateKey;
  readonly authenticateSession: Authenticate;
  readonly findUsers: FindUsers;
  readonly createSignInToken: CreateSignInToken;
}

/** Callers behind credentials for the edge, contacts and counts of users for other services. */
export function createAuthService(options: AuthServiceOptions): AuthServiceServer {
  return {
    authenticateKey: unaryHandler(async ({ keyHash, withEnded }, { requestId }) => {
      const found = await options.authenticateKey(checkHash(keyHash), requestId);
      if (!('end' in found)) return answerCaller(found);
      if (!withEnded) throw new AppError('unauthenticated');
      return { caller: undefined, ended: encodeEndedKey(describeEndedKey(found)) };
    }),
    authenticateSession: unaryHandler(async ({ tokenHash }, { requestId }) =>
      answerCaller(await options.authenticateSession(checkHash(tokenHash), requestId)),
    ),
    getContact: unaryHandler(({ userId }) => options.findUsers.getContact(userId)),
    createSignInToken: unaryHandler(async ({ userId }, { requestId }) => {
      const { expiresAt, token } = await options.createSignInToken(userId, requestId);
      return { token, expiresAtMs: BigInt(expiresAt.getTime()) };
    }),
    countUsers: unaryHandler(async () => {
      const { recent, suspended, total, verified } = await options.findUsers.count();
      return {
        total: BigInt(total),
        suspended: BigInt(suspended),
        verified: BigInt(verified),
        createdLastDay: BigInt(recent),
      };
    }),
  };
}

function answerCaller(caller: AuthenticatedCaller): { readonly caller: Caller } {
  return { caller: encodeCaller(describeCaller(caller)) };
}

const hashPattern = /^[0-9a-f]{64}$/;

function checkHash(hash: string): string {
  if (!hashPattern.test(hash)) throw new AppError('unauthenticated');
  return hash;
}
