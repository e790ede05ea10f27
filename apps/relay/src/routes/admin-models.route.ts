import { Router } from 'express';
import { AppError } from '@tollgate/errors';
import type { IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { createModelSchema, patchModelSchema } from '../domain/catalog-schemas';
import { describeModel } from '../domain/catalog-rows';
import type { ManageModels } from '../use-cases/manage-models';
import type { CatalogReader } from '../use-cases/ports';
import { readAdminBody } from './admin-request';
import { answerCreate } from './answer-create';
import { readPage, renderPage } from './page';

/** /api/admin/models */
export function createAdminModelsRouter(
  reader: CatalogReader,
  manage: ManageModels,
  idempotency: IdempotencyStore,
): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const page = readPage(request);
    response.json(renderPage(await reader.listModels(page), page, describeModel));
  });
  router.post(
    '/',
    answerCreate(idempotency, {
      schema: createModelSchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe: describeModel,
    }),
  );
  router.get('/:id', async (request, response) => {
    const row = await reader.findModel(request.params.id);
    if (!row) throw new AppError('model_not_found');
    response.json(describeModel(row));
  });
  router.patch('/:id', async (request, response) => {
    const changes = await readAdminBody(request, patchModelSchema);
    response.json(
      describeModel(await manage.patch(readOperator(response), request.params.id, changes)),
    );
  });
  router.delete('/:id', async (request, response) => {
    await manage.hide(readOperator(response), request.params.id);
    response.status(204).end();
  });
  return router;
}
