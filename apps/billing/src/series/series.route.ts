import { getPathParameter, getRequestId, type Handlers, validateQuery } from '@tollgate/http';
import {
  type FindCallScope,
  type MembershipSource,
  requireOrgRole,
  requireSeesMembers,
  rolesWithCalls,
} from '@tollgate/org-access';
import { getPayingCaller } from '../shared/paying-caller.http';
import { describeSeries } from './describe-series';
import { makeOrgScope } from './org-scope';
import type { ReadSeries } from './ports';
import { readSeriesQuery } from './series-query.http';
import { type seriesOperations, seriesQuerySchema } from './series.operations';

export interface SeriesOptions {
  readonly findCallScope: FindCallScope;
  readonly memberships: MembershipSource;
  readonly readSeries: ReadSeries;
  readonly getNowMs: () => number;
}

export function createSeriesHandlers(options: SeriesOptions): Handlers<typeof seriesOperations> {
  const { findCallScope, getNowMs, memberships, readSeries } = options;
  return {
    'GET /api/series': async (request, response) => {
      const caller = getPayingCaller(response);
      const asked = validateQuery(seriesQuerySchema, request.query);
      const scope = await findCallScope(caller, getRequestId(response));
      const query = readSeriesQuery(asked, { ...scope, teamId: null }, getNowMs());
      response.json(describeSeries(asked, query, await readSeries(query)));
    },

    'GET /api/orgs/{orgId}/series': async (request, response) => {
      const caller = getPayingCaller(response);
      const orgId = getPathParameter(request, 'orgId');
      const need = { orgId, roles: rolesWithCalls, requestId: getRequestId(response) };
      const membership = await requireOrgRole(caller, need, memberships);
      const asked = validateQuery(seriesQuerySchema, request.query);
      if (asked.group === 'member') requireSeesMembers(membership, 'group=member');
      const query = readSeriesQuery(asked, makeOrgScope(membership), getNowMs());
      response.json(describeSeries(asked, query, await readSeries(query)));
    },
  };
}
