import type { ServerResponse } from 'node:http';
import { AppError } from '@tollgate/errors';
import type { Part } from '@tollgate/lifecycle';
import type { RequestContext } from './request-context';

export interface LiveStreamsOptions {
  readonly streamsMax: number;
  /** How often the caller of a stream is checked again. */
  readonly checkMs: number;
}

const retryAfterSeconds = 2;
const endMsMax = 1_000;
/** Other failures, such as an auth that is away, do not end a stream. */
const refusals = ['unauthenticated', 'forbidden', 'account_suspended'] as const;

/** Streams of events that run for hours: they do not delay a stop, and end with their caller. */
export class LiveStreams implements Part {
  readonly name = 'live streams';
  readonly #options: LiveStreamsOptions;
  readonly #ends = new Map<ServerResponse, () => void>();
  #isStopping = false;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#ends.size;
  }

  /** Raises: overloaded. */
  assertRoom(): void {
    if (!this.#isStopping && this.#ends.size < this.#options.streamsMax) return;
    throw new AppError('overloaded', { retryAfterSeconds });
  }

  /** Called when the owner has begun to answer. */
  add(
    answer: { unpipe(response: ServerResponse): unknown },
    response: ServerResponse,
    context: RequestContext,
  ): void {
    const end = (): void => {
      // Whole chunks and a proper end: the client resumes after the last event.
      answer.unpipe(response);
      response.end();
      // A client that does not read must not delay a stop.
      setTimeout(() => response.destroy(), endMsMax).unref();
    };
    const check = setInterval(
      () => void isRefused(context).then((refused) => refused && end()),
      this.#options.checkMs,
    );
    this.#ends.set(response, end);
    response.once('close', () => {
      clearInterval(check);
      this.#ends.delete(response);
    });
    // The stop came while the owner was asked; the answer is piped after this call.
    if (this.#isStopping) setImmediate(end);
  }

  stop(): void {
    this.#isStopping = true;
    for (const end of this.#ends.values()) end();
  }
}

async function isRefused({ reauthorize }: RequestContext): Promise<boolean> {
  try {
    await reauthorize?.();
    return false;
  } catch (error) {
    return refusals.some((reason) => AppError.is(error, reason));
  }
}
