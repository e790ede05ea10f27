import type { IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { Router } from 'express';

import { createProviderKeySchema, patchProviderKeySchema } from '../domain/catalog-schemas';
import { describeProviderKey } from '../domain/catalog-rows';
import type { ManageProviderKeys } from '../use-cases/manage-provider-keys';
import type { CatalogReader } from '../use-cases/ports';
import { readAdminBody } from './admin-request';
import { answerCreate } from './answer-create';
import { readPage, renderPage } from './page';

/** /api/admin/provider-keys */
export function createAdminProviderKeysRouter(
  reader: CatalogReader,
  manage: ManageProviderKeys,
  idempotency: IdempotencyStore,
): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const page = readPage(request);
    response.json(renderPage(await reader.listProviderKeys(page), page, describeProviderKey));
  });
  router.post(
    '/',
    answerCreate(idempotency, {
      schema: createProviderKeySchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe: describeProviderKey,
    }),
  );
  router.patch('/:id', async (request, response) => {
    const changes = await readAdminBody(request, patchProviderKeySchema);
    response.json(
      describeProviderKey(await manage.patch(readOperator(response), request.params.id, changes)),
    );
  });
  router.delete('/:id', async (request, response) => {
    await manage.delete(readOperator(response), request.params.id);
    response.status(204).end();
  });
  return router;
}
