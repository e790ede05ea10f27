import type { OrgBillingServiceClient, WalletServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import { callUnary } from '@tollgate/rpc';
import type { Billing, MonthSpend } from '../use-cases/outside-ports';

export interface OrgBillingOptions {
  readonly wallets: WalletServiceClient;
  readonly orgs: OrgBillingServiceClient;
  readonly logger: Logger;
}

const deadlineMs = 2_000;

/** Wallets, spend and terms, as billing knows them. */
export function createOrgBilling({ logger, orgs, wallets }: OrgBillingOptions): Billing {
  /** Lists of teams and members are worth having without figures. */
  async function ask(orgId: string, read: () => Promise<MonthSpend>): Promise<MonthSpend> {
    try {
      return await read();
    } catch (error) {
      const { reason } = AppError.from(error);
      logger.warn('spend of the month unknown', { orgId, reason });
      return undefined;
    }
  }

  return {
    async getWallet(walletId, requestId) {
      const call = wallets.getWallet.bind(wallets);
      const { wallet } = await callUnary(call, { walletId }, { deadlineMs, requestId });
      return {
        balanceNanos: wallet?.balanceNanos ?? 0n,
        totalCreditsNanos: wallet?.totalCreditsNanos ?? 0n,
        totalUsageNanos: wallet?.totalUsageNanos ?? 0n,
      };
    },

    listTeamSpend: (orgId, now, requestId) =>
      ask(orgId, async () => {
        const call = orgs.listTeamSpend.bind(orgs);
        const request = { orgId, ...getMonth(now) };
        const { rows } = await callUnary(call, request, { deadlineMs, requestId });
        return sum(rows.map((row) => [row.teamId, row.spendNanos]));
      }),

    listMemberSpend: (orgId, now, requestId) =>
      ask(orgId, async () => {
        const call = orgs.listMemberSpend.bind(orgs);
        const request = { orgId, ...getMonth(now) };
        const { rows } = await callUnary(call, request, { deadlineMs, requestId });
        return sum(rows.map((row) => [row.memberId, row.spendNanos]));
      }),

    async setTerms(org, requestId) {
      const call = orgs.setOrgTerms.bind(orgs);
      const isMonthly = org.billingMode === 'monthly';
      const creditLineNanos = isMonthly ? (org.creditLineNanos ?? 0n) : 0n;
      const request = { orgId: org.id, isMonthly, creditLineNanos };
      await callUnary(call, request, { deadlineMs, requestId });
    },
  };
}

function getMonth(now: Date): { readonly year: number; readonly month: number } {
  return { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
}

function sum(rows: readonly (readonly [id: string, nanos: Nanos])[]): ReadonlyMap<string, Nanos> {
  const byId = new Map<string, Nanos>();
  for (const [id, nanos] of rows) byId.set(id, (byId.get(id) ?? 0n) + nanos);
  return byId;
}
