import type { IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { getPathParameter, type Handlers } from '@tollgate/http';
import {
  createProviderKeySchema,
  discoverModelsSchema,
  patchProviderKeySchema,
} from '../catalog/catalog-schemas';
import { describeProviderKey as describe } from '../catalog/catalog-rows';
import type { DiscoverProviderModels } from '../catalog/discover/discover-models';
import type { ManageProviderKeys } from '../catalog/manage/manage-provider-keys';
import type { CatalogReader } from '../catalog/manage/catalog-book';
import type { TestProviderKey } from '../catalog/manage/test-provider-key';
import {
  answerChange,
  answerCreate,
  answerDelete,
  answerList,
  readAdminBody,
} from './operator-answers';
import type { operatorOperations } from './operator.operations';

type ProviderKeyHandlers = Pick<
  Handlers<typeof operatorOperations>,
  Extract<keyof typeof operatorOperations, `${string} /api/admin/provider-keys${string}`>
>;

export interface ProviderKeyDesk {
  readonly manage: ManageProviderKeys;
  readonly test: TestProviderKey;
  readonly discover: DiscoverProviderModels;
}

export function createProviderKeyHandlers(
  reader: CatalogReader,
  { discover, manage, test }: ProviderKeyDesk,
  idempotency: IdempotencyStore,
): ProviderKeyHandlers {
  return {
    'GET /api/admin/provider-keys': answerList((page) => reader.listProviderKeys(page), describe),
    'POST /api/admin/provider-keys': answerCreate(idempotency, {
      schema: createProviderKeySchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe,
    }),
    'POST /api/admin/provider-keys/discover': async (request, response) => {
      const wanted = await readAdminBody(request, discoverModelsSchema);
      response.json(await discover(readOperator(response), wanted));
    },
    'PATCH /api/admin/provider-keys/{id}': answerChange({
      schema: patchProviderKeySchema,
      change: (operator, id, changes) => manage.patch(operator, id, changes),
      describe,
    }),
    'DELETE /api/admin/provider-keys/{id}': answerDelete((operator, id) =>
      manage.delete(operator, id),
    ),
    'POST /api/admin/provider-keys/{id}/test': async (request, response) => {
      response.json(await test(readOperator(response), getPathParameter(request, 'id')));
    },
  };
}
