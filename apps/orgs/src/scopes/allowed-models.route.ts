import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { readJsonBody, validate } from '@tollgate/http';
import { getScopeRequest } from '../shared/requester.http';
import { findInherited, intersectLayers } from './allowed-models';
import type { GetAllowedModels } from './get-allowed-models';
import type { ScopeKind } from './layer';
import type { ScopeLayer } from './ports';
import { allowedModelsBody, type allowedModelsSchema } from './scope-fields';
import type { UpdateAllowedModels } from './update-allowed-models';

/** GET /api/orgs/{orgId}[/teams/{teamId}|/members/{memberId}]/allowed-models */
export function getAllowedModelsRoute(
  getAllowedModels: GetAllowedModels,
  kind: ScopeKind,
): RequestHandler {
  return async (request, response) => {
    const layers = await getAllowedModels(getScopeRequest(request, response, kind));
    response.json(renderLayers(layers));
  };
}

/** PATCH of the same */
export function updateAllowedModelsRoute(
  updateAllowedModels: UpdateAllowedModels,
  kind: ScopeKind,
): RequestHandler {
  return async (request, response) => {
    const target = getScopeRequest(request, response, kind);
    const body = await readJsonBody(request);
    const { allowedModels } = validate(allowedModelsBody, body);
    response.json(renderLayers(await updateAllowedModels(target, allowedModels)));
  };
}

function renderLayers(nearestFirst: readonly ScopeLayer[]): z.input<typeof allowedModelsSchema> {
  const effective = intersectLayers(nearestFirst);
  return {
    allowedModels: [...(nearestFirst[0]?.allowedModels ?? [])],
    effective: [...(effective ?? [])],
    unrestricted: effective === undefined,
    inheritsFrom: findInherited(nearestFirst),
  };
}
