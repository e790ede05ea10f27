import type { Readable } from 'node:stream';
import { createTokenPost, TokenCache } from '@tollgate/cloud-auth';
import { AppError } from '@tollgate/errors';
import { startFairTimer } from '@tollgate/lifecycle';
import type { UpstreamRequest } from '@tollgate/model-spec';
import { createGuardedAgent, type OutboundRules } from '@tollgate/outbound';
import { LRUCache } from 'lru-cache';
import { Agent, type Dispatcher } from 'undici';
import { authorizeRequest, type AuthorizedRequest } from './authorize-request';
import type { BodySource } from './pump-body';
import { UpstreamExchange } from './upstream-exchange';

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: BodySource;
  /** Ends the upstream call; safe to call at any time and more than once. */
  readonly abort: () => void;
}

export type UpstreamFault = 'unreachable' | 'timeout' | 'cancelled';

/** The request failed before its response headers arrived. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';

  constructor(
    readonly fault: UpstreamFault,
    options: { cause: unknown },
  ) {
    super(`upstream ${fault}`, options);
  }
}

export interface UpstreamClientOptions {
  readonly firstByteTimeoutMs: number;
  /** For reasoning models, which are silent for longer. */
  readonly thinkingTimeoutMs: number;
  /** Which addresses tenants may choose. */
  readonly rules: OutboundRules;
}

export interface OpenOptions {
  /** A tenant chose the address. Required, so that no caller forgets it. */
  readonly isGuarded: boolean;
  readonly isThinking?: boolean;
  /** Other candidates stand by: uses a shorter timeout. */
  readonly isProbe?: boolean;
}

const connectTimeoutMs = 5_000;
const connectionsPerOriginMax = 1_024;
const keepAliveTimeoutMs = 20_000;
const probeTimeoutMsMax = 10_000;
const addressesMax = 1_000;
const unauthorized = 401;

const pooling = {
  connections: connectionsPerOriginMax,
  pipelining: 1,
  keepAliveTimeout: keepAliveTimeoutMs,
  // Our own timers watch both: undici's are too coarse.
  headersTimeout: 0,
  bodyTimeout: 0,
};

interface Sending {
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
}

interface Address {
  readonly origin: string;
  readonly path: string;
}

/**
 * Sends requests to providers over pooled connections; addresses of tenants have a pool of their
 * own.
 */
export class UpstreamClient {
  readonly #agent = new Agent({ ...pooling, connect: { timeout: connectTimeoutMs } });
  readonly #guardedAgent: Dispatcher;
  readonly #tokens: TokenCache;
  readonly #guardedTokens: TokenCache;
  readonly #addresses = new LRUCache<string, Address>({ max: addressesMax });
  readonly #options: UpstreamClientOptions;

  constructor(options: UpstreamClientOptions) {
    const { rules } = options;
    this.#options = options;
    this.#guardedAgent = createGuardedAgent({ ...pooling, rules, connectTimeoutMs });
    this.#tokens = new TokenCache(createTokenPost(this.#agent));
    this.#guardedTokens = new TokenCache(createTokenPost(this.#guardedAgent));
  }

  /** Resolves with the response headers. Raises UpstreamError, upstream_auth_failed. */
  async open(
    request: UpstreamRequest,
    clientGone: AbortSignal,
    options: OpenOptions,
  ): Promise<UpstreamAnswer> {
    const { isGuarded } = options;
    const sending = {
      timeoutMs: this.#chooseTimeout(options),
      dispatcher: isGuarded ? this.#guardedAgent : this.#agent,
    };
    if (request.authorize === undefined) return this.#openTwice(request, clientGone, sending);
    const tokens = isGuarded ? this.#guardedTokens : this.#tokens;
    const first = await this.#authorize(request, tokens, clientGone);
    const answer = await this.#openTwice(first.request, clientGone, sending);
    // A token may be revoked before its time: once, the call is repeated with a new one.
    if (answer.status !== unauthorized || !first.forgetTokens()) return answer;
    answer.abort();
    const second = await this.#authorize(request, tokens, clientGone);
    return this.#openTwice(second.request, clientGone, sending);
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#guardedAgent.destroy()]);
  }

  async #authorize(
    request: UpstreamRequest,
    tokens: TokenCache,
    clientGone: AbortSignal,
  ): Promise<AuthorizedRequest> {
    try {
      return await authorizeRequest(request, tokens);
    } catch (error) {
      throw error instanceof AppError ? error : toUpstreamError(error, clientGone);
    }
  }

  async #openTwice(
    request: UpstreamRequest,
    clientGone: AbortSignal,
    sending: Sending,
  ): Promise<UpstreamAnswer> {
    try {
      return await this.#openOnce(request, clientGone, sending);
    } catch (error) {
      // The provider closed an idle connection while we reused it: the request was not processed.
      if (clientGone.aborted || !isStaleSocket(error)) throw toUpstreamError(error, clientGone);
    }
    try {
      return await this.#openOnce(request, clientGone, sending);
    } catch (error) {
      throw toUpstreamError(error, clientGone);
    }
  }

  #chooseTimeout({ isProbe, isThinking }: OpenOptions): number {
    const { firstByteTimeoutMs, thinkingTimeoutMs } = this.#options;
    const timeoutMs = isThinking === true ? thinkingTimeoutMs : firstByteTimeoutMs;
    return isProbe === true ? Math.min(timeoutMs, probeTimeoutMsMax) : timeoutMs;
  }

  /** Cached: there are few addresses. */
  #readAddress(url: string): Address {
    let address = this.#addresses.get(url);
    if (address === undefined) {
      const { origin, pathname, search } = new URL(url);
      address = { origin, path: pathname + search };
      this.#addresses.set(url, address);
    }
    return address;
  }

  async #openOnce(
    request: UpstreamRequest,
    clientGone: AbortSignal,
    { dispatcher, timeoutMs }: Sending,
  ): Promise<UpstreamAnswer> {
    const { origin, path } = this.#readAddress(request.url);
    const exchange = new UpstreamExchange();
    const abort = (): void => exchange.abort();
    clientGone.addEventListener('abort', abort, { once: true });
    if (clientGone.aborted) abort();
    const stopTimer = startFairTimer(timeoutMs, () => exchange.abort(new FirstByteTimeout()));
    try {
      const sent = { origin, path, method: 'POST', ...openBody(request) };
      dispatcher.dispatch(sent, exchange);
      const { headers, status } = await exchange.head;
      return { status, headers, body: exchange, abort };
    } finally {
      stopTimer();
    }
  }
}

function openBody({ body, headers, upload }: UpstreamRequest): {
  readonly body: string | Readable;
  readonly headers: Record<string, string>;
} {
  return upload === undefined
    ? { headers, body }
    : { headers: { ...headers, 'content-length': String(upload.bytes) }, body: upload.open() };
}

class FirstByteTimeout extends Error {}

function toUpstreamError(error: unknown, clientGone: AbortSignal): UpstreamError {
  if (clientGone.aborted) return new UpstreamError('cancelled', { cause: error });
  const code = getErrorCode(error);
  const isTimeout =
    error instanceof FirstByteTimeout || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';
  return new UpstreamError(isTimeout ? 'timeout' : 'unreachable', { cause: error });
}

/** The socket has received bytes before, but none for this request: it was idle for too long. */
function isStaleSocket(error: unknown): boolean {
  const code = getErrorCode(error);
  if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET' && code !== 'EPIPE') return false;
  const socket = (error as { socket?: { bytesRead?: number } }).socket;
  return (socket?.bytesRead ?? 0) > 0;
}

function getErrorCode(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
