import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import { createKeyUseCase } from './create-key';
import { deleteKeyUseCase } from './delete-key';
import { getCurrentKeyUseCase } from './get-current-key';
import {
  createKeyOrSessionReader,
  createKeyReader,
  createOrgReader,
  readOwner,
} from './key-manager.http';
import type { keyOperations } from './keys.operations';
import {
  createKeyRoute,
  currentKeyRoute,
  deleteKeyRoute,
  getKeyRoute,
  listKeysRoute,
  rotateKeyRoute,
  updateKeyRoute,
} from './keys.route';
import { findKeyOrgUseCase, getKeyUseCase, listKeysUseCase } from './list-keys';
import { manageOrgKeysUseCase } from './manage-org-keys';
import { renderCurrentKey, renderCurrentKeyBriefly } from './render-key';
import { rotateKeyUseCase } from './rotate-key';
import { updateKeyUseCase } from './update-key';

/** API keys: the same routes for management keys, for people and for organizations. */
export function createKeysModule(
  ports: ModulePorts & { readonly fundedRequestsPerMinute: number },
): { readonly handlers: Handlers<typeof keyOperations> } {
  const { idempotency } = ports;
  const listKeys = listKeysUseCase(ports);
  const createKey = createKeyUseCase(ports);
  const updateKey = updateKeyUseCase(ports);
  const rotateKey = rotateKeyUseCase(ports);
  const deleteKey = deleteKeyUseCase(ports);
  const getCurrentKey = getCurrentKeyUseCase(ports);
  const manageOrgKeys = manageOrgKeysUseCase(ports);
  const reader = createKeyReader(manageOrgKeys, 'read');
  const writer = createKeyReader(manageOrgKeys, 'write');
  const orgReader = createOrgReader(manageOrgKeys, 'read');
  const orgWriter = createOrgReader(manageOrgKeys, 'write');
  const writerOrSession = createKeyOrSessionReader(manageOrgKeys, findKeyOrgUseCase(ports));
  return {
    handlers: {
      'GET /v1/keys': listKeysRoute(listKeys, reader),
      'POST /v1/keys': createKeyRoute(createKey, writer, idempotency),
      'GET /v1/keys/{id}': getKeyRoute(getKeyUseCase(ports), reader),
      'PATCH /v1/keys/{id}': updateKeyRoute(updateKey, writerOrSession, 'fixed'),
      'DELETE /v1/keys/{id}': deleteKeyRoute(deleteKey, writer),
      'GET /api/account/keys': listKeysRoute(listKeys, readOwner),
      'POST /api/account/keys': createKeyRoute(createKey, readOwner, idempotency),
      'PATCH /api/account/keys/{id}': updateKeyRoute(updateKey, readOwner, 'free'),
      'DELETE /api/account/keys/{id}': deleteKeyRoute(deleteKey, readOwner),
      'POST /api/account/keys/{id}/rotate': rotateKeyRoute(rotateKey, readOwner, idempotency),
      'GET /api/orgs/{orgId}/keys': listKeysRoute(listKeys, orgReader),
      'POST /api/orgs/{orgId}/keys': createKeyRoute(createKey, orgWriter, idempotency),
      'PATCH /api/orgs/{orgId}/keys/{id}': updateKeyRoute(updateKey, orgWriter, 'free'),
      'DELETE /api/orgs/{orgId}/keys/{id}': deleteKeyRoute(deleteKey, orgWriter),
      'POST /api/orgs/{orgId}/keys/{id}/rotate': rotateKeyRoute(rotateKey, orgWriter, idempotency),
      'GET /v1/key': currentKeyRoute(getCurrentKey, renderCurrentKey),
      'GET /v1/auth/key': currentKeyRoute(getCurrentKey, renderCurrentKeyBriefly),
    },
  };
}
