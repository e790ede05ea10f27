import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { getRequestId, readJsonText } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { AppError } from '@tollgate/errors';
import type { RelayCall } from '../pipeline/relay-call';

const bodyBytesMax = 10 * 1024 * 1024;
const attributionCharactersMax = 100;
const refererCharactersMax = 500;

/** POST /v1/chat/completions */
export function createChatCompletionsRoute(
  relayCall: RelayCall,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const startedAtMs = Date.now();
    const caller = getIdentity(response);
    if (caller.kind !== 'standard_key') throw new AppError('forbidden');
    const { text, body } = await readJsonText(request, { bytesMax: bodyBytesMax });
    const call = {
      ulid: makeUlid(startedAtMs),
      requestId: getRequestId(response),
      startedAtMs,
      caller,
      ...readAttribution(request.headers),
      bodyText: text,
      body,
      clientGone: watchClient(response),
    };
    await relayCall(call, response);
  };
}

/** `X-Title` and `HTTP-Referer` are recorded and have no other effect. */
function readAttribution(headers: IncomingHttpHeaders): { appName: string; referer: string } {
  return {
    appName: cleanText(headers['x-title'], attributionCharactersMax),
    referer: cleanText(headers['http-referer'] ?? headers.referer, refererCharactersMax),
  };
}

const controlCharacters = /\p{Cc}/gu;

function cleanText(value: string | string[] | undefined, charactersMax: number): string {
  const text = Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
  return text === '' ? '' : text.replace(controlCharacters, '').trim().slice(0, charactersMax);
}

function watchClient(response: Response): AbortSignal {
  const controller = new AbortController();
  // Only the response tells: a request closes as soon as its body was read.
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
