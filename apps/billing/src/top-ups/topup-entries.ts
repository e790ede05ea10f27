import { getUlidTimeMs } from '@tollgate/ids';
import { makeEntry, walletAccount, type JournalEntry, type Move } from '../ledger/journal-entry';
import { centsToNanos } from '../shared/cents';
import type { Topup } from './topup';

/** What was paid comes from the channel: credit to the wallet, fee and tax to their accounts. */
export function makeTopupEntry(topup: Topup, paidAtMs: number): JournalEntry {
  const { id, walletId } = topup;
  const [credit, ...others] = listMoves(topup);
  return makeEntry(
    {
      // Named after the top-up: it can be credited once.
      id: `led_${id.slice(id.indexOf('_') + 1)}`,
      occurredAtMs: paidAtMs,
      kind: 'topup',
      walletId,
      reference: id,
      reason: '',
    },
    credit,
    ...others,
  );
}

/** The payer gets everything back, fee and tax included. */
export function makeRefundEntry(topup: Topup, ulid: string, reason: string): JournalEntry {
  const [credit, ...others] = listMoves(topup);
  return makeEntry(
    {
      id: `led_${ulid}`,
      occurredAtMs: getUlidTimeMs(ulid),
      kind: 'refund',
      walletId: topup.walletId,
      reference: topup.id,
      reason,
    },
    turn(credit),
    ...others.map(turn),
  );
}

function listMoves({ channel, quote, walletId }: Topup): [Move, ...Move[]] {
  const from = `cash:${channel}` as const;
  const credit: Move = {
    from,
    to: walletAccount(walletId),
    amountNanos: centsToNanos(quote.amountCents),
  };
  const others: Move[] = [
    { from, to: 'fees', amountNanos: centsToNanos(quote.feeCents) },
    { from, to: 'vat', amountNanos: centsToNanos(quote.vatCents) },
  ];
  return [credit, ...others.filter(({ amountNanos }) => amountNanos > 0n)];
}

function turn({ from, to, amountNanos }: Move): Move {
  return { from: to, to: from, amountNanos };
}
