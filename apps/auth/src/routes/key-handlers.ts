import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Handlers } from '@tollgate/operations';
import type { CreateKey } from '../use-cases/create-key';
import type { DeleteKey } from '../use-cases/delete-key';
import type { GetCurrentKey } from '../use-cases/get-current-key';
import type { GetKey } from '../use-cases/get-key';
import type { ListKeys } from '../use-cases/list-keys';
import type { UpdateKey } from '../use-cases/update-key';
import { currentKeyRoute } from './current-key.route';
import { createKeyManagerReader } from './key-manager';
import type { keyOperations } from './keys.operations';
import {
  createKeyRoute,
  deleteKeyRoute,
  getKeyRoute,
  listKeysRoute,
  updateKeyRoute,
} from './keys.route';
import { renderCurrentKey, renderCurrentKeyBriefly } from './render-key';

export interface KeyHandlersOptions {
  readonly listKeys: ListKeys;
  readonly getKey: GetKey;
  readonly createKey: CreateKey;
  readonly updateKey: UpdateKey;
  readonly deleteKey: DeleteKey;
  readonly getCurrentKey: GetCurrentKey;
  readonly idempotency: IdempotencyStore;
}

const managementKey = createKeyManagerReader('management_key');
const owner = createKeyManagerReader('session');
const managementKeyOrOwner = createKeyManagerReader('management_key', 'session');

/** The routes of keys: the same ones for management keys and for people. */
export function createKeyHandlers(options: KeyHandlersOptions): Handlers<typeof keyOperations> {
  const { createKey, deleteKey, getCurrentKey, idempotency, listKeys, updateKey } = options;
  return {
    'GET /v1/keys': listKeysRoute(listKeys, managementKey),
    'POST /v1/keys': createKeyRoute(createKey, managementKey, idempotency),
    'GET /v1/keys/{id}': getKeyRoute(options.getKey, managementKey),
    'PATCH /v1/keys/{id}': updateKeyRoute(updateKey, managementKeyOrOwner),
    'DELETE /v1/keys/{id}': deleteKeyRoute(deleteKey, managementKey),
    'GET /api/account/keys': listKeysRoute(listKeys, owner),
    'POST /api/account/keys': createKeyRoute(createKey, owner, idempotency),
    'PATCH /api/account/keys/{id}': updateKeyRoute(updateKey, owner),
    'DELETE /api/account/keys/{id}': deleteKeyRoute(deleteKey, owner),
    'GET /v1/key': currentKeyRoute(getCurrentKey, renderCurrentKey),
    'GET /v1/auth/key': currentKeyRoute(getCurrentKey, renderCurrentKeyBriefly),
  };
}
