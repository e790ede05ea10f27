import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { getRequestId, readJsonText } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { AppError } from '@tollgate/errors';
import type { Endpoint } from '../endpoints/endpoint';
import type { RelayCall } from '../pipeline/relay-call';
import { cleanHeader, readAttribution } from './read-attribution';

const bodyBytesMax = 10 * 1024 * 1024;
const clientHeaderCharactersMax = 2_000;
/** Anthropic's clients choose the version and the betas of what passes through. */
const clientHeaderNames = ['anthropic-version', 'anthropic-beta', 'x-free-fallback'] as const;

/** A route that relays a JSON body to a provider: one endpoint for each of them. */
export function createInferenceRoute(
  endpoint: Endpoint,
  relayCall: RelayCall,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const startedAtMs = Date.now();
    const caller = getIdentity(response);
    if (caller.kind !== 'standard_key') throw new AppError('forbidden');
    const { text, body } = await readJsonText(request, { bytesMax: bodyBytesMax });
    const call = {
      endpoint,
      ulid: makeUlid(startedAtMs),
      requestId: getRequestId(response),
      startedAtMs,
      caller,
      ...readAttribution(request.headers),
      bodyText: text,
      body,
      clientHeaders: readClientHeaders(request.headers),
      clientGone: watchClient(response),
    };
    await relayCall(call, response);
  };
}

export function readClientHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of clientHeaderNames) {
    const value = headers[name];
    if (typeof value === 'string') found[name] = cleanHeader(value, clientHeaderCharactersMax);
  }
  return found;
}

export function watchClient(response: Response): AbortSignal {
  const controller = new AbortController();
  // Only the response tells: a request closes as soon as its body was read.
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
