import type { EndCharge } from '../top-ups/settle-topup';
import type { PauseReason } from './auto-topup';
import { describeRuleChange, systemAuthor } from './audit-entry';
import type { Book } from '../ledger/ports';
import type { MoneyStores } from '../shared/money-ports';

type Stores = Pick<MoneyStores, 'autoTopups'> & { readonly book: Book };

/** After a payment that failed the rule waits for its owner, who gets a mail. */
export function endChargeUseCase(ports: { readonly getNowMs: () => number }): EndCharge {
  return async (stores, topup, notice) => {
    if (!topup.isAutomatic) return;
    const failure = notice.outcome === 'failed' ? (notice.failure ?? 'declined') : '';
    await stores.charges.end(topup.id, failure);
    if (failure !== '') await pauseRule(stores, topup.walletId, failure, ports.getNowMs());
  };
}

/** A rule that is off, or paused already, stays as it is. */
export async function pauseRule(
  stores: Stores,
  walletId: string,
  pausedReason: PauseReason,
  nowMs: number,
): Promise<void> {
  const rule = await stores.autoTopups.lock(walletId);
  if (rule === undefined || !rule.isEnabled || rule.pausedReason !== '') return;
  const paused = { ...rule, pausedReason, pausedAtMs: nowMs, updatedAtMs: nowMs };
  await stores.autoTopups.save(paused);
  await stores.autoTopups.addMail(walletId, pausedReason, nowMs);
  await stores.book.recordAudit(describeRuleChange(systemAuthor, 'pause', rule, paused));
}
