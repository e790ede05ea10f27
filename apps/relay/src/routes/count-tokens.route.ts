import type { Request, Response } from 'express';
import type { CountTokens } from '../call/count-tokens';
import { receiveCall, type FindPolicy } from '../call/receive/receive-call';

/** POST /v1/messages/count_tokens */
export function createCountTokensRoute(
  countTokens: CountTokens,
  findPolicy: FindPolicy,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const tokens = await countTokens(await receiveCall(request, response, findPolicy));
    response.json({ input_tokens: tokens });
  };
}
