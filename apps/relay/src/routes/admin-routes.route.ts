import type { IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { getPathParameter, type Handlers } from '@tollgate/http';
import { createRouteSchema, patchRouteSchema } from '../catalog/catalog-schemas';
import { describeRoute } from '../catalog/catalog-rows';
import type { ManageRoutes } from '../catalog/manage/manage-routes';
import type { CatalogReader } from '../catalog/manage/catalog-book';
import { readAdminBody } from './admin-request';
import { answerCreate } from './answer-create';
import type { operatorOperations } from './operator.operations';
import { readPage, renderPage } from './page';

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
    'GET /api/admin/routes': async (request, response) => {
      const page = readPage(request);
      response.json(renderPage(await reader.listRoutes(page), page, describeRoute));
    },

    'POST /api/admin/routes': answerCreate(idempotency, {
      schema: createRouteSchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe: describeRoute,
    }),

    'PATCH /api/admin/routes/{id}': async (request, response) => {
      const changes = await readAdminBody(request, patchRouteSchema);
      const row = await manage.patch(
        readOperator(response),
        getPathParameter(request, 'id'),
        changes,
      );
      response.json(describeRoute(row));
    },

    'DELETE /api/admin/routes/{id}': async (request, response) => {
      await manage.delete(readOperator(response), getPathParameter(request, 'id'));
      response.status(204).end();
    },
  };
}
