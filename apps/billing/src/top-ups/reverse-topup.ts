import type { AuditEntry } from '@tollgate/event-log';
import { makeUlid } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import type { Book } from '../ledger/ports';
import type { MoneyStore, MoneyStores } from '../shared/money-ports';
import type { PostBalance } from '../wallets/post-balance';
import { findOrgId, type Wallet } from '../wallets/wallet';
import type { PaymentProviderId } from './channel';
import {
  judgeReversal,
  makeReversalEntry,
  type PaymentReversal,
  type ReversalVerdict,
} from './reversal';
import type { Topup } from './topup';

export type ReversalOutcome = 'reversed' | 'restored' | 'problem' | 'unchanged' | 'unknown';

export type ReverseTopup = (
  provider: PaymentProviderId,
  notice: PaymentReversal,
) => Promise<ReversalOutcome>;

interface Reversed {
  readonly outcome: ReversalOutcome;
  readonly wallet?: Wallet | undefined;
}

type Stores = MoneyStores & { readonly book: Book };
type Booked = Extract<ReversalVerdict, { readonly amountMinor: bigint }>;

/**
 * Books what a provider took back by itself: a dispute, or a refund made in its dashboard. The
 * money is gone, so the credit goes too, below zero if it is spent. The wallet may not be topped up
 * again until an operator has looked at it.
 */
export function reverseTopupUseCase(ports: {
  readonly store: MoneyStore;
  readonly postBalance: PostBalance;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): ReverseTopup {
  return async (provider, notice) => {
    const { outcome, wallet } = await ports.store.inTransaction((stores) =>
      apply(stores, provider, notice),
    );
    if (wallet) await ports.postBalance(wallet);
    const fields = { provider, topupId: notice.topupId, reversal: notice.kind, outcome };
    if (outcome === 'unchanged') ports.logger.info('payment reversal', fields);
    else ports.logger.warn('payment reversal', fields);
    return outcome;
  };

  async function apply(
    stores: Stores,
    provider: PaymentProviderId,
    notice: PaymentReversal,
  ): Promise<Reversed> {
    const topup = await stores.topups.lock(notice.topupId);
    if (topup?.provider !== provider) return { outcome: 'unknown' };
    const known = await stores.reversals.list(topup.id);
    const verdict = judgeReversal(topup, known, notice);
    switch (verdict.kind) {
      case 'take':
      case 'restore':
        return book(stores, topup, notice, verdict);
      case 'problem':
        await stores.topups.save({ ...topup, problem: verdict.problem });
        return { outcome: 'problem' };
      case 'none':
        return { outcome: 'unchanged' };
    }
  }

  async function book(
    stores: Stores,
    topup: Topup,
    notice: PaymentReversal,
    { amountMinor, kind }: Booked,
  ): Promise<Reversed> {
    const nowMs = ports.getNowMs();
    const reversedMinor = topup.reversedMinor + (kind === 'take' ? amountMinor : -amountMinor);
    const reason = `${notice.kind} ${notice.externalId}`;
    const entry = makeReversalEntry(topup, reversedMinor, { ulid: makeUlid(nowMs), reason });
    await stores.topups.save({ ...topup, reversedMinor });
    await keepReversal(stores, topup, notice, { amountMinor, reason, nowMs });
    const [wallet] = await stores.book.addEntries([entry]);
    if (wallet) await stores.alerts.setBaseline(wallet, nowMs);
    await stores.book.recordAudit(describeReversal(topup, reversedMinor, notice));
    return { outcome: kind === 'take' ? 'reversed' : 'restored', wallet };
  }
}

async function keepReversal(
  { reversals, suspensions }: Stores,
  { id: topupId, walletId }: Topup,
  { externalId, kind }: PaymentReversal,
  booked: { readonly amountMinor: bigint; readonly reason: string; readonly nowMs: number },
): Promise<void> {
  const { amountMinor, nowMs, reason } = booked;
  if (kind === 'dispute_won') {
    await reversals.restore(topupId, externalId, nowMs);
    return;
  }
  await reversals.insert({ topupId, externalId, kind, amountMinor }, nowMs);
  await suspensions.insert({ walletId, topupId, reason, createdAtMs: nowMs });
}

function describeReversal(
  topup: Topup,
  reversedMinor: bigint,
  { externalId, kind }: PaymentReversal,
): AuditEntry {
  return {
    action: `topup.${kind}`,
    actor: { type: 'system', id: topup.provider, email: '' },
    target: { type: 'topup', id: topup.id },
    before: { reversedMinor: topup.reversedMinor },
    after: { reversedMinor, walletId: topup.walletId, externalId },
    ip: '',
    requestId: '',
    orgId: findOrgId(topup.walletId),
  };
}
