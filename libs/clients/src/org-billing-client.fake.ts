import type { MemberSpend, ModelSpend, TeamModelSpend } from '@tollgate/contracts';
import type { OrgBillingClient, OrgTerms } from './org-billing-client';

export interface FakeOrgBillingClient extends OrgBillingClient {
  readonly terms: ReadonlyMap<string, OrgTerms>;
}

/** Answers the same rows for every organization and month. */
export function createFakeOrgBillingClient(
  rows: {
    readonly models?: readonly ModelSpend[];
    readonly teams?: readonly TeamModelSpend[];
    readonly members?: readonly MemberSpend[];
  } = {},
): FakeOrgBillingClient {
  const { members = [], models = [], teams = [] } = rows;
  const terms = new Map<string, OrgTerms>();
  return {
    terms,
    getOverview: async () => ({
      spendNanos: models.reduce((sum, { spendNanos }) => sum + spendNanos, 0n),
      requests: models.reduce((sum, { requests }) => sum + requests, 0n),
      tokens: 0n,
      previousSpendNanos: 0n,
      upstreamCostNanos: 0n,
      days: [],
    }),
    listModelSpend: async () => models,
    listTeamSpend: async () => teams,
    listMemberSpend: async () => members,
    findCall: async () => undefined,
    setTerms: async (set) => void terms.set(set.orgId, set),
    close: () => undefined,
  };
}
