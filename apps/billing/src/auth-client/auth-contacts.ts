import type { AuthServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { callUnary } from '@tollgate/rpc';
import type { Contacts } from '../use-cases/contacts';

const deadlineMs = 2_000;

export function createAuthContacts(client: AuthServiceClient): Contacts {
  return {
    async getContact(userId, requestId) {
      const call = client.getContact.bind(client);
      try {
        const { email, name } = await callUnary(call, { userId }, { deadlineMs, requestId });
        return { email, name };
      } catch (cause) {
        if (AppError.is(cause, 'not_found')) throw cause;
        // Away, late or broken: in each case it is not known whether the user exists.
        throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
      }
    },
  };
}
