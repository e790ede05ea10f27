import { Agent, request as sendRequest, type Dispatcher } from 'undici';
import {
  createGuardedAgent,
  readAnswerText,
  type OutboundRules,
  type ResolveName,
} from '@tollgate/outbound';
import type { VideoHttpAnswer, VideoHttpRequest } from '@tollgate/video-protocols';

const connectTimeoutMs = 5_000;
const connectionsPerOriginMax = 256;
const silenceMsMax = 30_000;
const shortAnswer = { bytesMax: 1024 * 1024, source: 'the answer' };

/** There was no connection, so the request was not sent. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

/** Whether a request goes through the guarded agent. */
export type Lane =
  /** On a connection of its own: one that was kept may be dead, and nothing is sent twice. */
  | 'once'
  | 'pooled'
  /** A tenant or a provider chose the address. */
  | 'guarded';

export interface HttpStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Dispatcher.ResponseData['body'];
}

export interface HttpClientOptions {
  readonly rules: OutboundRules;
  /** The system's resolver by default. */
  readonly resolve?: ResolveName | undefined;
}

/** Sends requests to hosts outside. Redirects are returned as answers, never followed. */
export class HttpClient {
  readonly #lanes: Readonly<Record<Lane, Dispatcher>>;

  constructor({ resolve, rules }: HttpClientOptions) {
    const pooling = {
      connections: connectionsPerOriginMax,
      headersTimeout: silenceMsMax,
      bodyTimeout: silenceMsMax,
    };
    const connect = { timeout: connectTimeoutMs };
    this.#lanes = {
      once: new Agent({ ...pooling, connect, pipelining: 0 }),
      pooled: new Agent({ ...pooling, connect, pipelining: 1 }),
      guarded: createGuardedAgent({
        ...pooling,
        rules,
        connectTimeoutMs,
        // Every call looks the name up and judges it anew.
        pipelining: 0,
        ...(resolve && { resolve }),
      }),
    };
  }

  /** Resolves when the head of the answer is here. Its body must be read or destroyed. */
  async open(request: VideoHttpRequest, lane: Lane, signal: AbortSignal): Promise<HttpStream> {
    const { body: sent = null, headers, method, url } = request;
    try {
      const { statusCode, ...answer } = await sendRequest(url, {
        method,
        headers,
        body: sent,
        dispatcher: this.#lanes[lane],
        signal,
      });
      // An abort after the end is raised here again; the reader of the body has handled it already.
      answer.body.on('error', () => undefined);
      return { status: statusCode, headers: answer.headers, body: answer.body };
    } catch (error) {
      throw isNotConnected(error)
        ? new NotConnectedError('not connected', { cause: error })
        : error;
    }
  }

  /** The whole answer, if it is a short one. */
  async send(request: VideoHttpRequest, lane: Lane, signal: AbortSignal): Promise<VideoHttpAnswer> {
    const { body, headers, status } = await this.open(request, lane, signal);
    return { status, headers, text: await readAnswerText(body, shortAnswer) };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.destroy()));
  }
}

const notConnectedCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_FORBIDDEN_ADDRESS',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isNotConnected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // Several addresses of one host were tried and each failed.
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.every(isNotConnected);
  return 'code' in error && typeof error.code === 'string' && notConnectedCodes.has(error.code);
}
