import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@tollgate/errors';
import { readBody } from '@tollgate/http';
import type { CallLog, CallStart } from '../domain/call-log';
import type { Instructions } from '../domain/instructions';
import type { ErrorAnswer, Protocol } from '../domain/protocol';
import type { HangingCalls } from './hanging-calls';

export type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => Promise<void>;

export interface RouteOptions {
  readonly calls: CallLog;
  readonly makeId: () => string;
  readonly nowMs: () => number;
  readonly hanging: Pick<HangingCalls, 'hold'>;
}

const bodyBytesMax = 96 * 1024 * 1024;
const refusedKeyStart = 'bad-key';

/** A route that wants the key of a protocol: any, except one that begins with `bad-key`. */
export function withKey(
  { errors, readKey }: Pick<Protocol, 'errors' | 'readKey'>,
  run: (
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    path: string,
  ) => Promise<void> | void,
): Route {
  return async (request, response, path) => {
    const key = readKey(request.headers);
    if (key === '') return sendError(response, errors.missingKey());
    if (key.startsWith(refusedKeyStart)) return sendError(response, errors.wrongKey(key));
    await run(request, response, key, path);
  };
}

/** Undefined: it is larger than any provider takes. */
export async function readText(request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await readBody(request, { bytesMax: bodyBytesMax })).toString('utf8');
  } catch (error) {
    if (AppError.is(error, 'body_too_large')) return undefined;
    throw error;
  }
}

/** Logs a call from now until its connection closes. */
export function trackCall(
  calls: CallLog,
  response: ServerResponse,
  start: Omit<CallStart, 'headers'>,
  unfinished: 'cancelled' | 'cut' = 'cancelled',
): void {
  const call = calls.begin({ ...start, headers: response.req.headers });
  response.once('close', () => call.end(response.writableFinished ? 'answered' : unfinished));
}

export function sendError(response: ServerResponse, { status, headers, body }: ErrorAnswer): void {
  response.writeHead(status, { ...headers, ...describeJson(body) });
  response.end(body);
}

export function sendJson(response: ServerResponse, body: string): void {
  response.writeHead(200, describeJson(body));
  response.end(body);
}

export function describeJson(body: string): Record<string, string | number> {
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
}

/** Pauses that end early when the client disconnects. */
export interface Pause {
  forMs(delayMs: number): Promise<void>;
  untilDrained(response: ServerResponse): Promise<void>;
}

export function createPause(response: ServerResponse): Pause {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  return {
    forMs: async (delayMs) => {
      if (response.destroyed) return;
      let timer: NodeJS.Timeout | undefined;
      const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, delayMs)));
      await Promise.race([passed, closed]);
      clearTimeout(timer);
    },
    untilDrained: async (target) => {
      if (target.destroyed) return;
      await Promise.race([new Promise((resolve) => target.once('drain', resolve)), closed]);
    },
  };
}

/** Waits, hangs or fails as a script says; true: the call has its answer, or gets none. */
export async function answerScript(
  response: ServerResponse,
  instructions: Instructions,
  tools: Pick<RouteOptions, 'hanging'> & {
    readonly errors: Protocol['errors'];
    readonly pause: Pause;
    readonly key: string;
  },
): Promise<boolean> {
  const { body, delayMs, status } = instructions;
  const { errors, hanging, key, pause } = tools;
  if (delayMs > 0) await pause.forMs(delayMs);
  if (response.destroyed) return true;
  if (body === 'hang') {
    hanging.hold(response);
    return true;
  }
  if (status === undefined) return false;
  sendError(response, errors.scripted({ ...instructions, status, key }));
  return true;
}
