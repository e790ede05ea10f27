import { getPathParameter, getRequestId, type Handlers, validateQuery } from '@tollgate/http';
import {
  type FindCallScope,
  type MembershipSource,
  requireOwnTeam,
  requireSeesMembers,
  seesMembers,
} from '@tollgate/org-access';
import type { z } from 'zod';
import { hideMember } from '../generations/receipt';
import { unknownApp } from '../reports/usage.route';
import { getPayingCaller } from '../shared/paying-caller.http';
import type { CallFilters, CallsQuery } from './call';
import { decodeCallCursor, encodeCallCursor } from './call-cursor';
import { type callOperations, callsQuerySchema, orgCallsQuerySchema } from './calls.operations';
import { describeCall, describeOrgCall } from './describe-call';
import type { ReadCalls } from './ports';
import { makeOrgVisible, requireCallAccess } from './require-call-access';

export interface CallsOptions {
  readonly findCallScope: FindCallScope;
  readonly memberships: MembershipSource;
  readonly readCalls: ReadCalls;
}

export function createCallHandlers(options: CallsOptions): Handlers<typeof callOperations> {
  const { findCallScope, memberships, readCalls } = options;
  return {
    'GET /api/calls': async (request, response) => {
      const caller = getPayingCaller(response);
      const query = validateQuery(callsQuerySchema, request.query);
      const { walletId, ...scope } = await findCallScope(caller, getRequestId(response));
      const visible = { ...scope, teamId: null };
      const page = await readCalls({ walletId, visible, ...readQuery(query) });
      response.json({
        calls: page.calls.map(describeCall),
        nextCursor: encodeNext(page.nextUlid),
      });
    },

    'GET /api/orgs/{orgId}/calls': async (request, response) => {
      const caller = getPayingCaller(response);
      const orgId = getPathParameter(request, 'orgId');
      const org = { orgId, requestId: getRequestId(response) };
      const membership = await requireCallAccess(caller, org, memberships);
      const query = validateQuery(orgCallsQuerySchema, request.query);
      requireOwnTeam(membership, query.team_id ?? membership.teamId);
      if (query.member_id !== undefined) requireSeesMembers(membership, 'member_id');
      const visible = makeOrgVisible(membership);
      const page = await readCalls({ walletId: orgId, visible, ...readQuery(query) });
      const calls = seesMembers(membership) ? page.calls : page.calls.map(hideMember);
      response.json({
        calls: calls.map(describeOrgCall),
        nextCursor: encodeNext(page.nextUlid),
      });
    },
  };
}

type Query = z.infer<typeof callsQuerySchema> & Partial<z.infer<typeof orgCallsQuerySchema>>;

function readQuery(query: Query): Pick<CallsQuery, 'beforeUlid' | 'filters' | 'limit'> {
  const { cursor, limit } = query;
  return {
    limit,
    beforeUlid: cursor === undefined ? null : decodeCallCursor(cursor),
    filters: readFilters(query),
  };
}

function readFilters(query: Query): CallFilters {
  const { api_key_id: keyId = null, app = null, failover, model = null, status = null } = query;
  return {
    ...readBounds(query),
    model,
    keyId,
    appName: app === unknownApp ? '' : app,
    status,
    isFailover: failover === undefined ? null : failover === 'true',
    teamId: query.team_id ?? null,
    memberId: query.member_id ?? null,
  };
}

type Bounds = Pick<CallFilters, 'costNanosMax' | 'costNanosMin' | 'fromMs' | 'toMs'>;

function readBounds(query: Query): Bounds {
  const { from: fromMs = null, to: toMs = null } = query;
  const { max_cost: costNanosMax = null, min_cost: costNanosMin = null } = query;
  return { fromMs, toMs, costNanosMin, costNanosMax };
}

function encodeNext(ulid: string | null): string | null {
  return ulid === null ? null : encodeCallCursor(ulid);
}
