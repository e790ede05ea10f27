import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { dialectFaces, makeDialectBody, type DialectName, type DialectRequest } from './dialects';
import type { Gateway } from './gateway';

/** A stream as it came, with the time since the request was sent. */
export interface HeardStream {
  readonly status: number;
  /** When the status line was here. */
  readonly headersMs: number;
  readonly pieces: readonly { readonly atMs: number; readonly text: string }[];
}

/** A client on a connection of its own that reads when it likes. */
export interface SlowClient {
  /** The status line; nothing of the body is read before it is asked for. */
  readonly response: Promise<IncomingMessage>;
  /** Reads to the end. */
  readonly listen: () => Promise<HeardStream>;
  readonly leave: () => void;
}

export function openSlowly(
  gateway: Gateway,
  dialect: DialectName,
  request: DialectRequest,
): SlowClient {
  const startedMs = performance.now();
  const elapsedMs = (): number => performance.now() - startedMs;
  const sent = httpRequest(`${gateway.baseUrl}${dialectFaces[dialect].path}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${request.bearer}`,
      'content-type': 'application/json',
    },
  });
  sent.end(JSON.stringify(makeDialectBody(dialect, { ...request, isStreaming: true })));
  const opened = once(sent, 'response').then((values) => ({
    response: values[0] as IncomingMessage,
    headersMs: elapsedMs(),
  }));
  const response = opened.then((answer) => answer.response);
  // A client that disconnected does not wait for it any more.
  response.catch(() => undefined);
  return {
    response,
    listen: async () => {
      const pieces: { atMs: number; text: string }[] = [];
      const { headersMs, response: body } = await opened;
      body.setEncoding('utf8');
      for await (const text of body) pieces.push({ atMs: elapsedMs(), text: String(text) });
      return { status: body.statusCode ?? 0, headersMs, pieces };
    },
    leave: () => sent.destroy(),
  };
}

/** Reads until the text has come, and no further. */
export async function readUntil(client: SlowClient, text: string): Promise<void> {
  const response = await client.response;
  let seen = '';
  while (!seen.includes(text)) {
    const piece = response.read() as Buffer | null;
    if (piece !== null) seen += piece.toString('utf8');
    else if (response.readableEnded || response.destroyed) throw new Error(`no ${text} came`);
    else await Promise.race([once(response, 'readable'), sleep(100)]);
  }
}
