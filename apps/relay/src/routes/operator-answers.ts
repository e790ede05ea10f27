import type { Request, RequestHandler } from 'express';
import type { ZodType } from 'zod';
import {
  type CursorRules,
  getPathParameter,
  type Positioned,
  readJsonBody,
  readSortedPage,
  readSortedQuery,
  type SortedPage,
  type SortedQuery,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import type { Page } from '../catalog/catalog-rows';
import type { OperatorContext } from '../catalog/manage/run-catalog-command';
import { readPage, renderPage } from './page';

export async function readAdminBody<T>(request: Request, schema: ZodType<T>): Promise<T> {
  return validate(schema, await readJsonBody(request));
}

export function answerList<Row extends { readonly id: string }>(
  list: (page: Page) => Promise<readonly Row[]>,
  describe: (row: Row) => Record<string, unknown>,
): RequestHandler {
  return async (request, response) => {
    const page = readPage(request);
    response.json(renderPage(await list(page), page, describe));
  };
}

interface SortedListOptions<Row, Sort extends string> {
  readonly query: ZodType<SortedQuery<Sort>>;
  readonly cursors: CursorRules<Sort>;
  readonly list: (page: SortedPage<Sort>) => Promise<readonly Positioned<Row>[]>;
  readonly describe: (row: Row) => Record<string, unknown>;
}

export function answerSortedList<Row, Sort extends string>({
  cursors,
  describe,
  list,
  query,
}: SortedListOptions<Row, Sort>): RequestHandler {
  return async (request, response) => {
    const page = readSortedQuery(cursors, validateQuery(query, request.query));
    const { items, nextCursor } = await readSortedPage(cursors, page, list);
    response.json({ items: items.map(describe), nextCursor });
  };
}

interface CreateOptions<Wanted, Row> {
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

interface ChangeOptions<Changes, Row> {
  readonly schema: ZodType<Changes>;
  readonly change: (context: OperatorContext, id: string, changes: Changes) => Promise<Row>;
  readonly describe: (row: Row) => object;
}

/** Changes the row whose id is the path parameter `name`. */
export function answerChange<Changes, Row>(
  { change, describe, schema }: ChangeOptions<Changes, Row>,
  name = 'id',
): RequestHandler {
  return async (request, response) => {
    const changes = await readAdminBody(request, schema);
    const row = await change(readOperator(response), getPathParameter(request, name), changes);
    response.json(describe(row));
  };
}

export function answerDelete(
  remove: (context: OperatorContext, id: string) => Promise<void>,
  name = 'id',
): RequestHandler {
  return async (request, response) => {
    await remove(readOperator(response), getPathParameter(request, name));
    response.status(204).end();
  };
}
