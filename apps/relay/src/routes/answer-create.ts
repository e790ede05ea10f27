import type { RequestHandler } from 'express';
import type { ZodType } from 'zod';
import { validate } from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import type { OperatorContext } from '../catalog/manage/run-catalog-command';

export interface CreateOptions<Wanted, Row> {
  readonly schema: ZodType<Wanted>;
  readonly create: (context: OperatorContext, wanted: Wanted, ulid: string) => Promise<Row>;
  /** Also stored for replays: must not contain a secret. */
  readonly describe: (row: Row) => object;
}

/** POST of the operator API: idempotent per `Idempotency-Key`. */
export function answerCreate<Wanted, Row>(
  store: IdempotencyStore,
  { create, describe, schema }: CreateOptions<Wanted, Row>,
): RequestHandler {
  return answerOperatorWrite({
    store,
    run: async ({ body, operator, ulid }) => {
      const row = await create(operator, validate(schema, body), ulid);
      return { status: 201, body: describe(row) };
    },
  });
}
