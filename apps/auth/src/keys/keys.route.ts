import type { Request, RequestHandler } from 'express';
import type { z } from 'zod';
import { AppError } from '@tollgate/errors';
import {
  decodeCursor,
  encodeCursor,
  getPathParameter,
  getRequestId,
  readJsonBody,
  validate,
} from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getKeyCaller } from '../shared/caller.http';
import type { CreateKey } from './create-key';
import type { DeleteKey } from './delete-key';
import type { CurrentKey, GetCurrentKey } from './get-current-key';
import { createKeyBody, rotateKeyBody, updateKeyBody } from './key-bodies';
import type { KeyManager } from './key-manager';
import type { ReadKeyManager } from './key-manager.http';
import { keyCursors, type KeyPage } from './key-page';
import { noUsage } from './key-usage';
import { keyPageQuery } from './keys.operations';
import type { GetKey, ListKeys } from './list-keys';
import { renderKey } from './render-key';
import type { RotateKey } from './rotate-key';
import type { LabelRule, UpdateKey } from './update-key';

/** GET /v1/keys, /api/account/keys and /api/orgs/{orgId}/keys */
export function listKeysRoute(listKeys: ListKeys, readManager: ReadKeyManager): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    const page = readKeyPage(validate(keyPageQuery, { ...request.query }));
    const { keys: found, next } = await listKeys(manager, page);
    const keys = found.map(renderKey);
    const nextCursor = next === undefined ? null : encodeCursor(keyCursors, page, next);
    response.json({ keys, data: keys, nextCursor });
  };
}

/** Raises: unsupported_param. */
function readKeyPage({
  cursor,
  id: ids,
  include_disabled,
  status,
  ...query
}: z.output<typeof keyPageQuery>): KeyPage {
  const hasDisabled = include_disabled === 'true' || include_disabled === '1';
  const isDeleted = status === 'deleted';
  if (cursor === undefined) return { ...query, ids, hasDisabled, isDeleted };
  if (query.offset > 0) {
    const message = 'cursor cannot be used together with offset';
    throw new AppError('unsupported_param', { message, param: 'cursor' });
  }
  return { ...query, ids, hasDisabled, isDeleted, after: decodeCursor(keyCursors, query, cursor) };
}

/** GET /v1/keys/{id} */
export function getKeyRoute(getKey: GetKey, readManager: ReadKeyManager): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    response.json({ data: renderKey(await getKey(manager, getPathParameter(request, 'id'))) });
  };
}

/** POST on the same paths. */
export function createKeyRoute(
  createKey: CreateKey,
  readManager: ReadKeyManager,
  store: IdempotencyStore,
): RequestHandler {
  return answerSecret(readManager, store, async ({ body, manager, ulid }) => {
    const wanted = validate(createKeyBody, body);
    const { key, secret } = await createKey({ manager, ulid, ...wanted });
    return { status: 201, shown: renderKey({ key, usage: noUsage }), secret };
  });
}

/** POST /api/account/keys/{id}/rotate and /api/orgs/{orgId}/keys/{id}/rotate */
export function rotateKeyRoute(
  rotateKey: RotateKey,
  readManager: ReadKeyManager,
  store: IdempotencyStore,
): RequestHandler {
  return answerSecret(readManager, store, async ({ body, manager, request, ulid }) => {
    const keyId = getPathParameter(request, 'id');
    const { graceSeconds } = validate(rotateKeyBody, body);
    const { secret, ...rotated } = await rotateKey({ manager, keyId, ulid, graceSeconds });
    return { status: 200, shown: renderKey(rotated), secret };
  });
}

interface SecretRequest {
  readonly request: Request;
  readonly manager: KeyManager;
  readonly body: unknown;
  readonly ulid: string;
}

interface SecretAnswer {
  readonly status: number;
  readonly shown: ReturnType<typeof renderKey>;
  /** Null when the key exists already: a repeated request after a crash. */
  readonly secret: string | null;
}

/** The only answers that ever show a secret: a replay has `key: null` instead. */
function answerSecret(
  readManager: ReadKeyManager,
  store: IdempotencyStore,
  run: (request: SecretRequest) => Promise<SecretAnswer>,
): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    await answerOnce({
      store,
      request,
      response,
      account: manager.actor.userId,
      run: async (body, ulid) => {
        const { secret, shown, status } = await run({ request, manager, body, ulid });
        return { status, body: { ...shown, key: secret }, keptBody: { ...shown, key: null } };
      },
    });
  };
}

/** PATCH /v1/keys/{id}, /api/account/keys/{id} and /api/orgs/{orgId}/keys/{id} */
export function updateKeyRoute(
  updateKey: UpdateKey,
  readManager: ReadKeyManager,
  labelRule: LabelRule,
): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    const body = await readJsonBody(request);
    await updateKey({
      manager,
      keyId: getPathParameter(request, 'id'),
      labelRule,
      ...validate(updateKeyBody, body),
    });
    response.json({ updated: true });
  };
}

/** DELETE on the same paths */
export function deleteKeyRoute(deleteKey: DeleteKey, readManager: ReadKeyManager): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    await deleteKey({ manager, keyId: getPathParameter(request, 'id') });
    response.status(204).end();
  };
}

/** GET /v1/key and GET /v1/auth/key, which differ in what they show. */
export function currentKeyRoute(
  getCurrentKey: GetCurrentKey,
  render: (current: CurrentKey) => { readonly data: object },
): RequestHandler {
  return async (_request, response) => {
    response.json(render(await getCurrentKey(getKeyCaller(response), getRequestId(response))));
  };
}
