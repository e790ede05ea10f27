import {
  OrgBillingServiceClient,
  type FoundCall,
  type GetOrgOverviewResponse,
  type MemberSpend,
  type ModelSpend,
  type TeamModelSpend,
  type VisibleCalls,
} from '@tollgate/contracts';
import type { Nanos } from '@tollgate/money';
import { createPromiseClient, type GrpcClientOptions } from '@tollgate/rpc';

export interface OrgMonth {
  readonly orgId: string;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

export interface OrgTerms {
  readonly orgId: string;
  readonly isMonthly: boolean;
  readonly creditLineNanos: Nanos;
}

interface Call {
  readonly requestId: string;
  readonly deadlineMs?: number;
}

/** Reports and terms of organizations in the billing service. */
export interface OrgBillingClient {
  getOverview(month: OrgMonth, call: Call): Promise<GetOrgOverviewResponse>;
  listModelSpend(month: OrgMonth, call: Call): Promise<readonly ModelSpend[]>;
  /** By team and model, most spend first; an empty team id is spend without a team. */
  listTeamSpend(month: OrgMonth, call: Call): Promise<readonly TeamModelSpend[]>;
  /** An empty member id is spend of keys without a member. */
  listMemberSpend(month: OrgMonth, call: Call): Promise<readonly MemberSpend[]>;
  /** The call of a generation id, if one of the scopes includes it. */
  findCall(
    generationId: string,
    scopes: readonly VisibleCalls[],
    call: Call,
  ): Promise<FoundCall | undefined>;
  setTerms(terms: OrgTerms, call: Call): Promise<void>;
  close(): void;
}

const deadlinesMs = {
  getOrgOverview: 5_000,
  listModelSpend: 5_000,
  listTeamSpend: 5_000,
  listMemberSpend: 5_000,
  findCall: 2_000,
  setOrgTerms: 2_000,
};

export function createOrgBillingClient(options: GrpcClientOptions): OrgBillingClient {
  const rpc = createPromiseClient(OrgBillingServiceClient, options, deadlinesMs);
  return {
    getOverview: (month, call) => rpc.getOrgOverview(month, call),
    listModelSpend: async (month, call) => (await rpc.listModelSpend(month, call)).rows,
    listTeamSpend: async (month, call) => (await rpc.listTeamSpend(month, call)).rows,
    listMemberSpend: async (month, call) => (await rpc.listMemberSpend(month, call)).rows,
    findCall: async (generationId, scopes, call) =>
      (await rpc.findCall({ generationId, scopes: [...scopes] }, { ...call, isRead: true })).call,
    async setTerms(terms, call) {
      await rpc.setOrgTerms(terms, call);
    },
    close: rpc.close,
  };
}
