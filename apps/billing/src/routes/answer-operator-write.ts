import type { RequestHandler } from 'express';
import { answerOnce, type Answer, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator, type Operator } from '@tollgate/identity';

const bodyBytesMax = 64 * 1024;

export interface OperatorWrite {
  readonly body: Record<string, unknown>;
  /** The `{id}` of the path; empty where it has none. */
  readonly id: string;
  /** What the write makes is named after it. */
  readonly ulid: string;
  readonly operator: Operator;
}

/** A write of an operator, done once per `Idempotency-Key`. */
export function answerOperatorWrite(
  store: IdempotencyStore,
  run: (write: OperatorWrite) => Promise<Answer>,
): RequestHandler {
  return async (request, response) => {
    const operator = readOperator(response);
    const { id } = request.params;
    await answerOnce({
      store,
      request,
      response,
      account: operator.actor.id,
      bodyBytesMax,
      run: (body, ulid) => run({ body, id: typeof id === 'string' ? id : '', ulid, operator }),
    });
  };
}
