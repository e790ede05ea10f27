import { formatTime, type Handlers } from '@tollgate/http';
import { getSessionCaller } from '../shared/caller.http';
import type { CreatePlaygroundToken } from './create-playground-token';
import type { playgroundOperations } from './playground.operations';

export function createPlaygroundHandlers(
  createToken: CreatePlaygroundToken,
): Handlers<typeof playgroundOperations> {
  return {
    'POST /api/account/playground-token': async (_request, response) => {
      const { expiresAt, token } = await createToken(getSessionCaller(response));
      response.status(201).json({ token, expiresAt: formatTime(expiresAt) });
    },
  };
}
