import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId, type Handlers, validateQuery } from '@tollgate/http';
import {
  type FindCallScope,
  type MembershipSource,
  requireOrgRole,
  rolesWithCalls,
} from '@tollgate/org-access';
import type { z } from 'zod';
import type { DayRange } from '../reports/report-period';
import { makeOrgScope } from '../series/org-scope';
import type { SeriesScope } from '../series/series';
import { getCalendarDay } from '../shared/calendar';
import { getPayingCaller } from '../shared/paying-caller.http';
import {
  cachingDaysDefault,
  cachingDaysMax,
  cachingQuerySchema,
  type cachingOperations,
} from './caching.operations';
import { describeCaching } from './describe-caching';
import type { ReadCaching } from './ports';

export interface CachingOptions {
  readonly findCallScope: FindCallScope;
  readonly memberships: MembershipSource;
  readonly readCaching: ReadCaching;
  readonly getNowMs: () => number;
}

type Query = z.infer<typeof cachingQuerySchema>;

export function createCachingHandlers(options: CachingOptions): Handlers<typeof cachingOperations> {
  const { findCallScope, getNowMs, memberships, readCaching } = options;
  const report = async (asked: Query, scope: SeriesScope) => {
    const query = { scope, range: readRange(asked, getNowMs()), group: asked.group };
    return describeCaching(query, await readCaching(query));
  };
  return {
    'GET /api/usage/caching': async (request, response) => {
      const caller = getPayingCaller(response);
      const asked = validateQuery(cachingQuerySchema, request.query);
      const scope = await findCallScope(caller, getRequestId(response));
      response.json(await report(asked, { ...scope, teamId: null }));
    },

    'GET /api/orgs/{orgId}/usage/caching': async (request, response) => {
      const caller = getPayingCaller(response);
      const orgId = getPathParameter(request, 'orgId');
      const need = { orgId, roles: rolesWithCalls, requestId: getRequestId(response) };
      const membership = await requireOrgRole(caller, need, memberships);
      const asked = validateQuery(cachingQuerySchema, request.query);
      response.json(await report(asked, makeOrgScope(membership)));
    },
  };
}

/** Raises: unsupported_param. */
function readRange({ from, to }: Query, nowMs: number): DayRange {
  const last = to ?? getCalendarDay(nowMs);
  const first = from ?? last - cachingDaysDefault + 1;
  const days = last - first + 1;
  if (days >= 1 && days <= cachingDaysMax) return { first, last };
  const remedy = `take a range of 1 to ${cachingDaysMax} days`;
  const message = `from: from and to are ${days} days; ${remedy}`;
  throw new AppError('unsupported_param', { message, param: 'from' });
}
