import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { readJsonText } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { CountTokens } from '../pipeline/count-tokens';
import { readClientHeaders, watchClient } from './inference.route';

const bodyBytesMax = 10 * 1024 * 1024;

/** POST /v1/messages/count_tokens */
export function createCountTokensRoute(
  countTokens: CountTokens,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const caller = getIdentity(response);
    if (caller.kind !== 'standard_key') throw new AppError('forbidden');
    const { text, body } = await readJsonText(request, { bytesMax: bodyBytesMax });
    const tokens = await countTokens({
      bodyText: text,
      body,
      clientHeaders: readClientHeaders(request.headers),
      clientGone: watchClient(response),
    });
    response.json({ input_tokens: tokens });
  };
}
