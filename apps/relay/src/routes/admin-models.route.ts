import { AppError } from '@tollgate/errors';
import type { IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { getPathParameter, type Handlers } from '@tollgate/http';
import {
  createModelSchema,
  importModelsSchema,
  patchModelSchema,
  retireModelSchema,
} from '../catalog/catalog-schemas';
import { describeModel } from '../catalog/catalog-rows';
import type { ImportModels } from '../catalog/manage/import-models';
import type { ManageModels } from '../catalog/manage/manage-models';
import type { CatalogReader } from '../catalog/manage/catalog-book';
import { readAdminBody } from './admin-request';
import { answerCreate } from './answer-create';
import type { operatorOperations } from './operator.operations';
import { readPage, renderPage } from './page';

type ModelHandlers = Pick<
  Handlers<typeof operatorOperations>,
  Extract<keyof typeof operatorOperations, `${string} /api/admin/models${string}`>
>;

export function createModelHandlers(
  reader: CatalogReader,
  { importModels, manage }: { importModels: ImportModels; manage: ManageModels },
  idempotency: IdempotencyStore,
): ModelHandlers {
  return {
    'GET /api/admin/models': async (request, response) => {
      const page = readPage(request);
      response.json(renderPage(await reader.listModels(page), page, describeModel));
    },

    'POST /api/admin/models': answerCreate(idempotency, {
      schema: createModelSchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe: describeModel,
    }),

    'POST /api/admin/models/import': async (request, response) => {
      const body = await readAdminBody(request, importModelsSchema);
      response.json(await importModels(readOperator(response), body));
    },

    'POST /api/admin/models/{id}/retire': async (request, response) => {
      const wanted = await readAdminBody(request, retireModelSchema);
      const row = await manage.retire(
        readOperator(response),
        getPathParameter(request, 'id'),
        wanted,
      );
      response.json(describeModel(row));
    },

    'GET /api/admin/models/{id}': async (request, response) => {
      const row = await reader.findModel(getPathParameter(request, 'id'));
      if (!row) throw new AppError('model_not_found');
      response.json(describeModel(row));
    },

    'PATCH /api/admin/models/{id}': async (request, response) => {
      const changes = await readAdminBody(request, patchModelSchema);
      const row = await manage.patch(
        readOperator(response),
        getPathParameter(request, 'id'),
        changes,
      );
      response.json(describeModel(row));
    },

    'DELETE /api/admin/models/{id}': async (request, response) => {
      await manage.hide(readOperator(response), getPathParameter(request, 'id'));
      response.status(204).end();
    },
  };
}
