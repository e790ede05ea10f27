import type { IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { getPathParameter, type Handlers } from '@tollgate/http';
import { createProviderKeySchema, patchProviderKeySchema } from '../catalog/catalog-schemas';
import { describeProviderKey } from '../catalog/catalog-rows';
import type { ManageProviderKeys } from '../catalog/manage/manage-provider-keys';
import type { CatalogReader } from '../catalog/manage/catalog-book';
import type { TestProviderKey } from '../catalog/manage/test-provider-key';
import { readAdminBody } from './admin-request';
import { answerCreate } from './answer-create';
import type { operatorOperations } from './operator.operations';
import { readPage, renderPage } from './page';

type ProviderKeyHandlers = Pick<
  Handlers<typeof operatorOperations>,
  Extract<keyof typeof operatorOperations, `${string} /api/admin/provider-keys${string}`>
>;

export function createProviderKeyHandlers(
  reader: CatalogReader,
  { manage, test }: { readonly manage: ManageProviderKeys; readonly test: TestProviderKey },
  idempotency: IdempotencyStore,
): ProviderKeyHandlers {
  return {
    'GET /api/admin/provider-keys': async (request, response) => {
      const page = readPage(request);
      response.json(renderPage(await reader.listProviderKeys(page), page, describeProviderKey));
    },

    'POST /api/admin/provider-keys': answerCreate(idempotency, {
      schema: createProviderKeySchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe: describeProviderKey,
    }),

    'PATCH /api/admin/provider-keys/{id}': async (request, response) => {
      const changes = await readAdminBody(request, patchProviderKeySchema);
      const row = await manage.patch(
        readOperator(response),
        getPathParameter(request, 'id'),
        changes,
      );
      response.json(describeProviderKey(row));
    },

    'DELETE /api/admin/provider-keys/{id}': async (request, response) => {
      await manage.delete(readOperator(response), getPathParameter(request, 'id'));
      response.status(204).end();
    },

    'POST /api/admin/provider-keys/{id}/test': async (request, response) => {
      response.json(await test(readOperator(response), getPathParameter(request, 'id')));
    },
  };
}
