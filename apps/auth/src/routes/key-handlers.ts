import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Handlers } from '@tollgate/http';
import type { CreateKey } from '../use-cases/create-key';
import type { DeleteKey } from '../use-cases/delete-key';
import type { FindKeyOrg } from '../use-cases/find-key-org';
import type { GetCurrentKey } from '../use-cases/get-current-key';
import type { GetKey } from '../use-cases/get-key';
import type { ListKeys } from '../use-cases/list-keys';
import type { ManageOrgKeys } from '../use-cases/manage-org-keys';
import type { UpdateKey } from '../use-cases/update-key';
import { currentKeyRoute } from './current-key.route';
import {
  createKeyOrSessionReader,
  createKeyReader,
  createOrgReader,
  readOwner,
} from './key-manager';
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
  readonly manageOrgKeys: ManageOrgKeys;
  readonly findKeyOrg: FindKeyOrg;
  readonly idempotency: IdempotencyStore;
}

/** The routes of keys: the same ones for management keys, for people and for organizations. */
export function createKeyHandlers(options: KeyHandlersOptions): Handlers<typeof keyOperations> {
  const { createKey, deleteKey, getCurrentKey, idempotency, listKeys, updateKey } = options;
  const { findKeyOrg, manageOrgKeys } = options;
  const [reader, writer] = [
    createKeyReader(manageOrgKeys, 'read'),
    createKeyReader(manageOrgKeys, 'write'),
  ];
  const [orgReader, orgWriter] = [
    createOrgReader(manageOrgKeys, 'read'),
    createOrgReader(manageOrgKeys, 'write'),
  ];
  const writerOrSession = createKeyOrSessionReader(manageOrgKeys, findKeyOrg);
  return {
    'GET /v1/keys': listKeysRoute(listKeys, reader),
    'POST /v1/keys': createKeyRoute(createKey, writer, idempotency),
    'GET /v1/keys/{id}': getKeyRoute(options.getKey, reader),
    'PATCH /v1/keys/{id}': updateKeyRoute(updateKey, writerOrSession),
    'DELETE /v1/keys/{id}': deleteKeyRoute(deleteKey, writer),
    'GET /api/account/keys': listKeysRoute(listKeys, readOwner),
    'POST /api/account/keys': createKeyRoute(createKey, readOwner, idempotency),
    'PATCH /api/account/keys/{id}': updateKeyRoute(updateKey, readOwner),
    'DELETE /api/account/keys/{id}': deleteKeyRoute(deleteKey, readOwner),
    'GET /api/orgs/{orgId}/keys': listKeysRoute(listKeys, orgReader),
    'POST /api/orgs/{orgId}/keys': createKeyRoute(createKey, orgWriter, idempotency),
    'PATCH /api/orgs/{orgId}/keys/{id}': updateKeyRoute(updateKey, orgWriter),
    'DELETE /api/orgs/{orgId}/keys/{id}': deleteKeyRoute(deleteKey, orgWriter),
    'GET /v1/key': currentKeyRoute(getCurrentKey, renderCurrentKey),
    'GET /v1/auth/key': currentKeyRoute(getCurrentKey, renderCurrentKeyBriefly),
  };
}
