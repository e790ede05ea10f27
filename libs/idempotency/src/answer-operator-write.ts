import type { RequestHandler } from 'express';
import { readOperator, type Operator } from '@tollgate/identity';
import { getPathParameter } from '@tollgate/http';
import { answerOnce, type Answer } from './answer-once';
import type { IdempotencyStore } from './idempotency-store';

export interface OperatorWrite {
  readonly body: Record<string, unknown>;
  /** The `{id}` of the path; empty where it has none. */
  readonly id: string;
  /** What the write makes is named after it. */
  readonly ulid: string;
  readonly operator: Operator;
}

export interface OperatorWriteOptions {
  readonly store: IdempotencyStore;
  readonly run: (write: OperatorWrite) => Promise<Answer>;
}

/** A write of an operator, done once per `Idempotency-Key`. */
export function answerOperatorWrite(options: OperatorWriteOptions): RequestHandler {
  const { run, store } = options;
  return async (request, response) => {
    const operator = readOperator(response);
    const id = getPathParameter(request, 'id');
    await answerOnce({
      store,
      request,
      response,
      account: operator.actor.id,
      run: (body, ulid) => run({ body, id, ulid, operator }),
    });
  };
}
