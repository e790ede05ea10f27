import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { readJsonBody, validate } from '@tollgate/http';
import { getScopeRequest } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import { findInherited, intersectLayers } from './allowed-models';
import { describeBreaker, type ScopeKind } from './layer';
import type { GetAllowedModels, UpdateAllowedModels } from './manage-allowed-models';
import type { Breaker, GetBreaker, UpdateBreaker } from './manage-breaker';
import type { ScopeLayer } from './ports';
import {
  allowedModelsBody,
  type allowedModelsSchema,
  breakerBody,
  type scopeBreakerSchema,
} from './scope-fields';

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

/** GET /api/orgs/{orgId}[/teams/{teamId}|/members/{memberId}]/circuit-breaker */
export function getBreakerRoute(getBreaker: GetBreaker, kind: ScopeKind): RequestHandler {
  return async (request, response) => {
    response.json(renderBreaker(await getBreaker(getScopeRequest(request, response, kind))));
  };
}

/** PATCH of the same */
export function updateBreakerRoute(
  updateBreaker: UpdateBreaker,
  getBreaker: GetBreaker,
  kind: ScopeKind,
): RequestHandler {
  return async (request, response) => {
    const target = getScopeRequest(request, response, kind);
    const body = await readJsonBody(request);
    const { cbEnabled, cbHourlyUsd, cbMinuteUsd } = validate(breakerBody, body);
    await updateBreaker(target, {
      ...(cbEnabled !== undefined && { isEnabled: cbEnabled }),
      ...(cbMinuteUsd !== undefined && { minuteNanos: cbMinuteUsd }),
      ...(cbHourlyUsd !== undefined && { hourNanos: cbHourlyUsd }),
    });
    response.json(renderBreaker(await getBreaker(target)));
  };
}

function renderBreaker(breaker: Breaker): z.input<typeof scopeBreakerSchema> {
  const { resolved, settings, spend } = breaker;
  return {
    settings: describeBreaker(settings),
    resolvedSettings: {
      cbEnabled: resolved.isEnabled,
      cbMinuteUsd: toUsd(resolved.minuteNanos),
      cbHourlyUsd: toUsd(resolved.hourNanos),
    },
    liveSpend: { minuteSpend: toUsd(spend.minuteNanos), hourSpend: toUsd(spend.hourNanos) },
  };
}
