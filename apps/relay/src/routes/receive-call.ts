import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId, readJsonText } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import type { ReceivedCall } from '../pipeline/stages';
import { cleanHeader, readAttribution } from './read-attribution';

const bodyBytesMax = 10 * 1024 * 1024;
const clientHeaderCharactersMax = 2_000;
/** Anthropic's clients choose the version and the betas of what passes through. */
const clientHeaderNames = ['anthropic-version', 'anthropic-beta', 'x-free-fallback'] as const;

/** Reads what whoever calls a model says, and who it is. Raises: forbidden, and what is no JSON. */
export async function receiveCall(
  request: Request,
  response: Response,
): Promise<Omit<ReceivedCall, 'endpoint'>> {
  const startedAtMs = Date.now();
  const caller = getIdentity(response);
  if (caller.kind !== 'standard_key') throw new AppError('forbidden');
  const { text, body } = await readJsonText(request, { bytesMax: bodyBytesMax });
  return {
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
}

function readClientHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of clientHeaderNames) {
    const value = headers[name];
    if (typeof value === 'string') found[name] = cleanHeader(value, clientHeaderCharactersMax);
  }
  return found;
}

function watchClient(response: Response): AbortSignal {
  const controller = new AbortController();
  // Only the response tells: a request closes as soon as its body was read.
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
