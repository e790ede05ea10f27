import { AuthServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import {
  decodeCaller,
  decodeEndedKey,
  type EndedKey,
  type ResolvedCaller,
} from '@tollgate/identity';
import { createPromiseClient, type GrpcClientOptions } from '@tollgate/rpc';
import { overloadedUnless } from './answers';

export interface Contact {
  readonly email: string;
  /** Empty when the user has set no name. */
  readonly name: string;
  readonly isSuspended: boolean;
}

/** Deleted users are not counted. */
export interface UserCounts {
  readonly total: number;
  readonly verified: number;
  readonly suspended: number;
  readonly createdLastDay: number;
}

/** Credentials and users of the auth service. */
export interface AuthClient {
  /** Undefined: no key has this hash. Throws `overloaded` when auth does not answer. */
  authenticateKey(
    keyHash: string,
    requestId: string,
  ): Promise<ResolvedCaller | EndedKey | undefined>;
  /** Undefined: no valid session has this hash. Throws `overloaded` when auth does not answer. */
  authenticateSession(tokenHash: string, requestId: string): Promise<ResolvedCaller | undefined>;
  /** Throws `not_found` for an unknown user, `overloaded` when auth does not answer. */
  getContact(userId: string, requestId: string): Promise<Contact>;
  countUsers(requestId: string): Promise<UserCounts>;
  /** A token for /sign-in-link. Throws `forbidden` where auth makes none. */
  createSignInToken(userId: string): Promise<string>;
  close(): void;
}

const deadlinesMs = {
  authenticateKey: 1_500,
  authenticateSession: 1_500,
  getContact: 2_000,
  countUsers: 2_000,
  createSignInToken: 5_000,
};

export function createAuthClient(options: GrpcClientOptions): AuthClient {
  const rpc = createPromiseClient(AuthServiceClient, options, deadlinesMs);
  return {
    async authenticateKey(keyHash, requestId) {
      const call = rpc.authenticateKey({ keyHash, withEnded: true }, { requestId });
      const { caller, ended } = (await findUnlessRefused(call)) ?? {};
      if (caller !== undefined) return decodeCaller(caller);
      return ended && decodeEndedKey(ended);
    },

    async authenticateSession(tokenHash, requestId) {
      const call = rpc.authenticateSession({ tokenHash }, { requestId });
      const { caller } = (await findUnlessRefused(call)) ?? {};
      return caller && decodeCaller(caller);
    },

    async getContact(userId, requestId) {
      const answer = rpc.getContact({ userId }, { requestId });
      const { email, isSuspended, name } = await overloadedUnless('not_found', answer);
      return { email, name, isSuspended };
    },

    async countUsers(requestId) {
      const counts = await rpc.countUsers({}, { requestId });
      return {
        total: Number(counts.total),
        verified: Number(counts.verified),
        suspended: Number(counts.suspended),
        createdLastDay: Number(counts.createdLastDay),
      };
    },

    async createSignInToken(userId) {
      return (await rpc.createSignInToken({ userId })).token;
    },

    close: rpc.close,
  };
}

/** Undefined: auth refuses the credential. */
async function findUnlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await overloadedUnless('unauthenticated', answer);
  } catch (error) {
    if (AppError.is(error, 'unauthenticated')) return undefined;
    throw error;
  }
}
