import type { Request, Response } from 'express';
import type { z } from 'zod';
import { AppError } from '@tollgate/errors';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import type { Requester } from '../shared/requester';
import { getRequester } from '../shared/requester.http';
import type { ByokKey } from './byok-key';
import {
  byokQuery,
  createByokBody,
  updateByokBody,
  type byokKeySchema,
  type byokOperations,
  type syncedByokKeySchema,
} from './byok-keys.operations';
import { placeKey } from './byok-providers';
import type { ByokChange, ByokSettings, ManageByok, SyncedKey } from './manage-byok';

export interface ByokOptions {
  readonly idempotency: IdempotencyStore;
  readonly byok: ManageByok;
}

export function createByokHandlers({
  byok,
  idempotency: store,
}: ByokOptions): Handlers<typeof byokOperations> {
  return {
    'GET /v1/management/byok-keys': async (request, response) => {
      const keys = (await byok.list(getTarget(request, response))).map(renderKey);
      response.json({ keys, data: keys });
    },
    'POST /v1/management/byok-keys': async (request, response) => {
      const target = getTarget(request, response);
      await answerOnce({
        store,
        request,
        response,
        // The query names the organization of a session and is no part of the route.
        account: `${target.requester.actor.userId} ${target.orgId}`,
        run: async (body, ulid) => {
          const { apiKey, ...rest } = validate(createByokBody, body);
          const settings = readSettings(rest);
          const made = await byok.create(target, { ulid, apiKey, settings });
          return { status: 201, body: renderSynced(made) };
        },
      });
    },
    'GET /v1/management/byok-keys/{id}': async (request, response) => {
      const id = getPathParameter(request, 'id');
      response.json(renderKey(await byok.get(getTarget(request, response), id)));
    },
    'PATCH /v1/management/byok-keys/{id}': async (request, response) => {
      const target = getTarget(request, response);
      const body = validate(updateByokBody, await readJsonBody(request));
      const id = getPathParameter(request, 'id');
      response.json(renderSynced(await byok.update(target, id, readChange(body))));
    },
    'DELETE /v1/management/byok-keys/{id}': async (request, response) => {
      await byok.remove(getTarget(request, response), getPathParameter(request, 'id'));
      response.status(204).end();
    },
  };
}

/**
 * The path has no organization: a key has its own, a session names one in the query. Raises:
 * forbidden for a key without an organization, missing_required_field, not_found for a key that
 * names another organization.
 */
function getTarget(request: Request, response: Response): { requester: Requester; orgId: string } {
  const requester = getRequester(response);
  const { kind, org } = requester.identity;
  if (kind !== 'session' && org === null) {
    throw new AppError('forbidden', {
      message: 'This needs a management key that belongs to an organization, or a session',
    });
  }
  const { orgId = org?.orgId } = validateQuery(byokQuery, request.query);
  if (orgId === undefined) {
    throw AppError.forParam('missing_required_field', 'orgId', 'orgId is required of a session');
  }
  if (org !== null && org.orgId !== orgId) {
    throw new AppError('not_found', { message: 'No such organization' });
  }
  return { requester, orgId };
}

type CreateBody = Omit<z.output<typeof createByokBody>, 'apiKey'>;

function readSettings(body: CreateBody): ByokSettings {
  return {
    name: body.name,
    ...placeKey(body),
    isSeamless: body.fallbackMode === 'seamless',
    scopedKeyIds: body.scopedApiKeyIds,
    isEnabled: body.enabled,
    models: readModels(body.modelMappings),
  };
}

function readModels(mappings: CreateBody['modelMappings']): ByokSettings['models'] {
  const models = mappings.map(({ enabled: isEnabled, ...rest }) => ({ ...rest, isEnabled }));
  return [...new Map(models.map((one) => [one.model, one])).values()];
}

function readChange(body: z.output<typeof updateByokBody>): ByokChange {
  const { baseUrl, enabled, fallbackMode, modelMappings, modelToggles, name, protocol } = body;
  return {
    ...(body.apiKey !== undefined && { apiKey: body.apiKey }),
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(protocol !== undefined && { protocol }),
    ...(fallbackMode !== undefined && { isSeamless: fallbackMode === 'seamless' }),
    ...(body.scopedApiKeyIds !== undefined && { scopedKeyIds: body.scopedApiKeyIds }),
    ...(enabled !== undefined && { isEnabled: enabled }),
    ...(modelMappings !== undefined && { models: readModels(modelMappings) }),
    ...(modelToggles !== undefined && { toggles: new Map(Object.entries(modelToggles)) }),
  };
}

function renderKey(key: ByokKey): z.input<typeof byokKeySchema> {
  const { checkedAt, failures, lastError, status } = key.health;
  return {
    id: key.id,
    name: key.name,
    baseUrl: key.baseUrl,
    keyMask: key.keyMask,
    protocol: key.protocol,
    fallbackMode: key.isSeamless ? 'seamless' : 'strict',
    scopedApiKeyIds: [...key.scopedKeyIds],
    enabled: key.isEnabled,
    models: key.models.map(({ isEnabled: enabled, model, upstreamModel }) => ({
      model,
      upstreamModel,
      enabled,
    })),
    health: {
      status,
      lastCheckedAt: checkedAt && formatTime(checkedAt),
      lastError,
      failures,
    },
    createdAt: formatTime(key.createdAt),
    updatedAt: formatTime(key.updatedAt),
  };
}

function renderSynced({ key, sync }: SyncedKey): z.input<typeof syncedByokKeySchema> {
  const lists = {
    matched: [...sync.matched],
    unmatched: [...sync.unmatched],
    stale: [...sync.stale],
  };
  return { ...renderKey(key), sync: lists, ...lists };
}
