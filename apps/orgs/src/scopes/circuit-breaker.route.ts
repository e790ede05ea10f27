import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { readJsonBody, validate } from '@tollgate/http';
import { getScopeRequest } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import type { Breaker, GetBreaker } from './get-breaker';
import { type ScopeKind, describeBreaker } from './layer';
import { breakerBody, type scopeBreakerSchema } from './scope-fields';
import type { UpdateBreaker } from './update-breaker';

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
