import type { IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { Router } from 'express';

import { createRouteSchema, patchRouteSchema } from '../domain/catalog-schemas';
import { describeRoute } from '../domain/catalog-rows';
import type { ManageRoutes } from '../use-cases/manage-routes';
import type { CatalogReader } from '../use-cases/ports';
import { readAdminBody } from './admin-request';
import { answerCreate } from './answer-create';
import { readPage, renderPage } from './page';

/** /api/admin/routes */
export function createAdminRoutesRouter(
  reader: CatalogReader,
  manage: ManageRoutes,
  idempotency: IdempotencyStore,
): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const page = readPage(request);
    response.json(renderPage(await reader.listRoutes(page), page, describeRoute));
  });
  router.post(
    '/',
    answerCreate(idempotency, {
      schema: createRouteSchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe: describeRoute,
    }),
  );
  router.patch('/:id', async (request, response) => {
    const changes = await readAdminBody(request, patchRouteSchema);
    response.json(
      describeRoute(await manage.patch(readOperator(response), request.params.id, changes)),
    );
  });
  router.delete('/:id', async (request, response) => {
    await manage.delete(readOperator(response), request.params.id);
    response.status(204).end();
  });
  return router;
}
