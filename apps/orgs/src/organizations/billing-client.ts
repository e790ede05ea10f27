import type { OrgBillingClient, WalletClient } from '@tollgate/clients';
import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { Billing, MonthSpend } from './ports';

export interface OrgBillingOptions {
  readonly wallets: WalletClient;
  readonly orgs: OrgBillingClient;
  readonly logger: Logger;
}

/** Lists of teams and members wait for figures no longer than this. */
const deadlineMs = 2_000;

/** Wallets, spend and terms of the billing service. */
export function createOrgBilling({ logger, orgs, wallets }: OrgBillingOptions): Billing {
  /** Lists of teams and members are shown without figures while billing does not answer. */
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
    getWallet: (walletId, requestId) => wallets.getWallet(walletId, { requestId }),

    listTeamSpend: (orgId, now, requestId) =>
      ask(orgId, async () => {
        const month = { orgId, ...getMonth(now) };
        const rows = await orgs.listTeamSpend(month, { requestId, deadlineMs });
        return sum(rows.map((row) => [row.teamId, row.spendNanos]));
      }),

    listMemberSpend: (orgId, now, requestId) =>
      ask(orgId, async () => {
        const month = { orgId, ...getMonth(now) };
        const rows = await orgs.listMemberSpend(month, { requestId, deadlineMs });
        return sum(rows.map((row) => [row.memberId, row.spendNanos]));
      }),

    async setTerms(org, requestId) {
      const isMonthly = org.billingMode === 'monthly';
      const creditLineNanos = isMonthly ? (org.creditLineNanos ?? 0n) : 0n;
      await orgs.setTerms({ orgId: org.id, isMonthly, creditLineNanos }, { requestId });
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
