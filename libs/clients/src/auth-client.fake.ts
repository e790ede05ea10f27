import { AppError } from '@tollgate/errors';
import type { ResolvedCaller } from '@tollgate/identity';
import type { AuthClient, Contact } from './auth-client';

/** Answers from maps: callers by the hash of their credential, contacts by user id. */
export function createFakeAuthClient(
  data: {
    readonly callers?: ReadonlyMap<string, ResolvedCaller>;
    readonly contacts?: ReadonlyMap<string, Contact>;
  } = {},
): AuthClient {
  const { callers = new Map<string, ResolvedCaller>(), contacts = new Map<string, Contact>() } =
    data;
  return {
    authenticateKey: async (keyHash) => callers.get(keyHash),
    authenticateSession: async (tokenHash) => callers.get(tokenHash),
    async getContact(userId) {
      const contact = contacts.get(userId);
      if (contact === undefined) throw new AppError('not_found');
      return contact;
    },
    async countUsers() {
      const total = contacts.size;
      return { total, verified: total, suspended: 0, createdLastDay: 0 };
    },
    createSignInToken: async (userId) => `token of ${userId}`,
    close: () => undefined,
  };
}
