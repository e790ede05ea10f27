import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Handlers } from '@tollgate/http';
import { createRouteSchema, patchRouteSchema } from '../catalog/catalog-schemas';
import { routeCursors } from '../catalog/catalog-page';
import { describeRoute as describe } from '../catalog/catalog-rows';
import type { ManageRoutes } from '../catalog/manage/manage-routes';
import type { CatalogReader } from '../catalog/manage/catalog-book';
import { answerChange, answerCreate, answerDelete, answerSortedList } from './operator-answers';
import { type operatorOperations, routesQuery } from './operator.operations';

type RouteHandlers = Pick<
  Handlers<typeof operatorOperations>,
  Extract<keyof typeof operatorOperations, `${string} /api/admin/routes${string}`>
>;

export function createRouteHandlers(
  reader: CatalogReader,
  manage: ManageRoutes,
  idempotency: IdempotencyStore,
): RouteHandlers {
  return {
    'GET /api/admin/routes': answerSortedList({
      query: routesQuery,
      cursors: routeCursors,
      list: (page) => reader.listRoutes(page),
      describe,
    }),
    'POST /api/admin/routes': answerCreate(idempotency, {
      schema: createRouteSchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe,
    }),
    'PATCH /api/admin/routes/{id}': answerChange({
      schema: patchRouteSchema,
      change: (operator, id, changes) => manage.patch(operator, id, changes),
      describe,
    }),
    'DELETE /api/admin/routes/{id}': answerDelete((operator, id) => manage.delete(operator, id)),
  };
}
