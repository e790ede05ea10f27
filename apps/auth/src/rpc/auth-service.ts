import type { AuthServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { unaryHandler } from '@tollgate/rpc';
import type { Authenticate } from '../use-cases/authenticate';
import type { CountUsers } from '../use-cases/count-users';
import type { GetContact } from '../use-cases/get-contact';
import { encodeCaller } from './encode-caller';

export interface AuthServiceOptions {
  readonly authenticateKey: Authenticate;
  readonly authenticateSession: Authenticate;
  readonly getContact: GetContact;
  readonly countUsers: CountUsers;
}

/** Tells the edge who is behind a credential, and other services where a user is reached. */
export function createAuthService(options: AuthServiceOptions): AuthServiceServer {
  return {
    authenticateKey: unaryHandler(async ({ keyHash }, { requestId }) => ({
      caller: encodeCaller(await options.authenticateKey(checkHash(keyHash), requestId)),
    })),
    authenticateSession: unaryHandler(async ({ tokenHash }, { requestId }) => ({
      caller: encodeCaller(await options.authenticateSession(checkHash(tokenHash), requestId)),
    })),
    getContact: unaryHandler(({ userId }) => options.getContact(userId)),
    countUsers: unaryHandler(async () => {
      const { recent, suspended, total, verified } = await options.countUsers();
      return {
        total: BigInt(total),
        suspended: BigInt(suspended),
        verified: BigInt(verified),
        createdLastDay: BigInt(recent),
      };
    }),
  };
}

const hashPattern = /^[0-9a-f]{64}$/;

function checkHash(hash: string): string {
  if (!hashPattern.test(hash)) throw new AppError('unauthenticated');
  return hash;
}
