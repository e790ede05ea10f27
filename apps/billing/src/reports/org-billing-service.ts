import {
  type FoundCall,
  type GetOrgOverviewResponse,
  type OrgBillingServiceServer,
  OrgBillingServiceService,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import { type GrpcService, unaryHandler } from '@tollgate/rpc';
import type { FindCall } from '../generations/find-call';
import type { Receipt } from '../generations/receipt';
import type { SetOrgTerms } from '../invoices/set-org-terms';
import { formatDay, toMonth } from '../shared/calendar';
import type { OrgReports } from './ports';
import type { OrgMonth, OrgOverview } from './usage-report';

export interface OrgBillingServiceOptions {
  readonly reports: OrgReports;
  readonly setOrgTerms: SetOrgTerms;
  readonly findCall: FindCall;
}

/** The personal wallet, and those of at most 100 organizations. */
const scopesMax = 101;

/** Which call does what; everything is decided behind it. */
export function createOrgBillingService(options: OrgBillingServiceOptions): GrpcService {
  const { findCall, reports, setOrgTerms } = options;
  const implementation: OrgBillingServiceServer = {
    getOrgOverview: unaryHandler(async (request) =>
      encodeOverview(await reports.readOverview(decodeMonth(request))),
    ),

    listTeamSpend: unaryHandler(async (request) => ({
      rows: await reports.listTeams(decodeMonth(request)),
    })),

    listModelSpend: unaryHandler(async (request) => ({
      rows: await reports.listModels(decodeMonth(request)),
    })),

    listMemberSpend: unaryHandler(async (request) => ({
      rows: await reports.listMembers(decodeMonth(request)),
    })),

    findCall: unaryHandler(async ({ generationId, scopes }) => {
      if (scopes.length > scopesMax) {
        throw new AppError('bad_request', { message: `At most ${scopesMax} scopes at once` });
      }
      return { call: encodeCall(await findCall(generationId, scopes)) };
    }),

    setOrgTerms: unaryHandler(async ({ creditLineNanos, isMonthly, orgId }, { requestId }) => {
      checkOrg(orgId);
      await setOrgTerms({ orgId, isMonthly, creditLineNanos, requestId });
      return {};
    }),
  };
  return { definition: OrgBillingServiceService, implementation, callers: ['orgs'] };
}

function encodeCall(call: Receipt | undefined): FoundCall | undefined {
  if (call === undefined) return undefined;
  const { model, ulid, walletId } = call;
  return { generationId: formatGenerationId(ulid), walletId, model };
}

function decodeMonth(request: { orgId: string; year: number; month: number }): OrgMonth {
  const { month, orgId, year } = request;
  checkOrg(orgId);
  const isMonth = month >= 1 && month <= 12 && year >= 1970 && year <= 9999;
  if (!isMonth) throw new AppError('bad_request', { message: 'no such month' });
  return { orgId, month: toMonth(year, month) };
}

function checkOrg(orgId: string): void {
  if (orgId === '') throw new AppError('bad_request', { message: 'org_id is required' });
}

/** Customers pay list prices, so what a call cost them is what its provider lists for it. */
function encodeOverview({ days, previousSpendNanos, totals }: OrgOverview): GetOrgOverviewResponse {
  return {
    spendNanos: totals.spendNanos,
    requests: totals.requests,
    tokens: totals.promptTokens + totals.completionTokens,
    previousSpendNanos,
    days: days.map(({ day, requests, spendNanos }) => ({
      date: formatDay(day),
      spendNanos,
      requests,
    })),
    upstreamCostNanos: totals.spendNanos,
  };
}
