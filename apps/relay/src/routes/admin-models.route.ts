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
import { modelCursors } from '../catalog/catalog-page';
import { describeModel as describe } from '../catalog/catalog-rows';
import type { ImportModels } from '../catalog/manage/import-models';
import type { ManageModels } from '../catalog/manage/manage-models';
import type { CatalogReader } from '../catalog/manage/catalog-book';
import {
  answerChange,
  answerCreate,
  answerDelete,
  answerSortedList,
  readAdminBody,
} from './operator-answers';
import { catalogModelsQuery, type operatorOperations } from './operator.operations';

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
    'GET /api/admin/models': answerSortedList({
      query: catalogModelsQuery,
      cursors: modelCursors,
      list: (page) => reader.listModels(page),
      describe,
    }),
    'POST /api/admin/models': answerCreate(idempotency, {
      schema: createModelSchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe,
    }),
    'POST /api/admin/models/import': async (request, response) => {
      const body = await readAdminBody(request, importModelsSchema);
      response.json(await importModels(readOperator(response), body));
    },
    'POST /api/admin/models/{id}/retire': answerChange({
      schema: retireModelSchema,
      change: (operator, id, wanted) => manage.retire(operator, id, wanted),
      describe,
    }),
    'GET /api/admin/models/{id}': async (request, response) => {
      const row = await reader.findModelOrHidden(getPathParameter(request, 'id'));
      if (!row) throw new AppError('model_not_found');
      response.json(describe(row));
    },
    'PATCH /api/admin/models/{id}': answerChange({
      schema: patchModelSchema,
      change: (operator, id, changes) => manage.patch(operator, id, changes),
      describe,
    }),
    'DELETE /api/admin/models/{id}': answerDelete((operator, id) => manage.hide(operator, id)),
  };
}
