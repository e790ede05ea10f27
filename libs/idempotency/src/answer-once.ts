import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { parseJsonObject, readJsonBytes } from '@tollgate/http';
import { makeUlid } from '@tollgate/ids';
import { checkIdempotencyKey, idempotencyHeader } from './idempotency-key';
import type { IdempotencyStore, IdempotentCall } from './idempotency-store';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Kept for replays instead of the body, where that shows a secret only once. */
  readonly keptBody?: unknown;
}

export interface AnswerOnceOptions {
  readonly store: IdempotencyStore;
  readonly request: Request;
  readonly response: Response;
  /** The owner of the `Idempotency-Key`. */
  readonly account: string;
  /** For routes that take something else than JSON as well. */
  readonly readBody?: (request: Request) => Promise<ReceivedBody>;
  /**
   * Does the work and returns the answer. Everything it creates is named after `ulid`: a second run
   * of a call whose process died finds the same name and must not do the work twice.
   */
  readonly run: (body: Record<string, unknown>, ulid: string) => Promise<Answer>;
}

export interface ReceivedBody {
  /** What makes two requests the same. */
  readonly bytes: Buffer;
  readonly body: Record<string, unknown>;
}

const internalStatus = 500;

/**
 * Answers a write with a JSON body. With an `Idempotency-Key` the work is done once in 24 hours:
 * the same key and body are answered as before, the same key with another body is a conflict, and
 * so is one that is still running. A call that failed is not kept; it may be tried again.
 */
export async function answerOnce(options: AnswerOnceOptions): Promise<void> {
  const { account, request, response, store } = options;
  const { body, bytes } = await (options.readBody?.(request) ?? readJson(options));
  const header = request.headers[idempotencyHeader];
  if (header === undefined) {
    send(response, await options.run(body, makeUlid()));
    return;
  }
  const key = checkIdempotencyKey(header);
  const route = `${request.method} ${request.originalUrl.split('?')[0] ?? ''}`;
  const bodyHash = createHash('sha256').update(bytes).digest('hex');
  const call: IdempotentCall = { account, route, key, bodyHash };
  const claim = await store.claim(call);
  switch (claim.kind) {
    case 'run':
      send(response, await runAndKeep(options, call, () => options.run(body, claim.ulid)));
      return;
    case 'replay':
      response.set('idempotent-replayed', 'true').status(claim.status).type('json');
      response.send(claim.body);
      return;
    case 'running':
      throw new AppError('conflict', {
        message: 'A request with this Idempotency-Key is still running',
        retryAfterSeconds: 1,
      });
    case 'other-body':
      throw new AppError('conflict', {
        message: 'This Idempotency-Key was used with another body',
      });
  }
}

async function readJson({ request }: AnswerOnceOptions): Promise<ReceivedBody> {
  const bytes = await readJsonBytes(request);
  return { bytes, body: bytes.length === 0 ? {} : parseJsonObject(bytes) };
}

async function runAndKeep(
  { store }: AnswerOnceOptions,
  call: IdempotentCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await run();
  } catch (error) {
    const isRefused = AppError.from(error).status < internalStatus;
    const undone = isRefused ? store.forget(call) : store.release(call);
    // Should this fail as well, the key is free again after the silence of a dead process.
    await undone.catch(() => undefined);
    throw error;
  }
  const { status, body, keptBody = body } = answer;
  await store.complete(call, { status, body: JSON.stringify(keptBody) });
  return answer;
}

function send(response: Response, { status, body }: Answer): void {
  response.status(status).json(body);
}
