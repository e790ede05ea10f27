import fc from 'fast-check';
import { makeUlid } from '@tollgate/ids';
import { aChannel, aTopup } from '../../test/support/a-topup';
import { judgeReversal, makeReversalEntry, type PaymentReversal } from './reversal';
import { makeTopupEntry, type Topup } from './topup';

const channel = aChannel({ id: 'card_local', provider: 'stripe', fxRate: '16250.5' });

function aPaidTopup(amountCents?: bigint): Topup {
  return aTopup(channel, { status: 'paid', externalId: 'cs_1', paidAtMs: 1 }, amountCents);
}

const topup = aPaidTopup();
const { totalMinor } = topup.quote;
const refundOf = (amountMinor: bigint): PaymentReversal => ({
  topupId: topup.id,
  kind: 'refund',
  externalId: `ch_1:${amountMinor}`,
  amountMinor,
  currency: 'IDR',
});
const dispute: PaymentReversal = {
  ...refundOf(totalMinor),
  kind: 'dispute',
  externalId: 'dp_1',
};
const storedRefund = (amountMinor: bigint, reached: bigint) => ({
  topupId: topup.id,
  externalId: `ch_1:${reached}`,
  kind: 'refund' as const,
  amountMinor,
  isRestored: false,
});

describe('a payment that the provider takes back', () => {
  it('is taken back once, however often the provider repeats the notice', () => {
    expect(judgeReversal(topup, [], dispute)).toEqual({ kind: 'take', amountMinor: totalMinor });
    const known = [
      { ...storedRefund(totalMinor, totalMinor), kind: 'dispute' as const, externalId: 'dp_1' },
    ];
    const reversed = { ...topup, reversedMinor: totalMinor };
    expect(judgeReversal(reversed, known, dispute)).toEqual({ kind: 'none' });
  });

  it('is taken back up to what was refunded so far, in any order of notices', () => {
    const known = [storedRefund(500n, 500n)];
    const reversed = { ...topup, reversedMinor: 500n };
    expect(judgeReversal(reversed, known, refundOf(800n))).toEqual({
      kind: 'take',
      amountMinor: 300n,
    });
    expect(judgeReversal(reversed, known, refundOf(300n))).toEqual({ kind: 'none' });
  });

  it('is never taken back beyond what was paid', () => {
    const reversed = { ...topup, reversedMinor: totalMinor - 10n };
    expect(judgeReversal(reversed, [], dispute)).toEqual({ kind: 'take', amountMinor: 10n });
    const all = { ...topup, reversedMinor: totalMinor };
    expect(judgeReversal(all, [], dispute)).toMatchObject({ kind: 'problem' });
  });

  it('comes back when the dispute is won, once', () => {
    const known = { ...storedRefund(70n, 70n), kind: 'dispute' as const, externalId: 'dp_1' };
    const won = { ...dispute, kind: 'dispute_won' } as const;
    expect(judgeReversal(topup, [known], won)).toEqual({ kind: 'restore', amountMinor: 70n });
    expect(judgeReversal(topup, [{ ...known, isRestored: true }], won)).toEqual({ kind: 'none' });
    expect(judgeReversal(topup, [], won)).toEqual({ kind: 'none' });
  });

  it('changes nothing when an operator has refunded it before', () => {
    const refunded = { ...topup, status: 'refunded' } as const;
    expect(judgeReversal(refunded, [], refundOf(totalMinor))).toEqual({ kind: 'none' });
  });

  it.each([
    ['another currency', topup, { ...dispute, currency: 'USD' }],
    ['a payment that never came', { ...topup, status: 'pending' as const }, dispute],
    ['a payment that was refunded', { ...topup, status: 'refunded' as const }, dispute],
  ])('is left to an operator for %s', (_what, paid, notice) => {
    expect(judgeReversal(paid, [], notice)).toMatchObject({ kind: 'problem' });
  });

  it.each([0n, -1n])('changes nothing for an amount of %s', (amountMinor) => {
    expect(judgeReversal(topup, [], { ...dispute, amountMinor })).toEqual({ kind: 'none' });
  });
});

describe('the entries of reversals', () => {
  it('add up to the payment, in however many parts it is taken back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 500n, max: 1_000_000n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { maxLength: 6 }),
        (cents, parts) => {
          let current = aPaidTopup(cents);
          const total = current.quote.totalMinor;
          const sums = new Map<string, bigint>();
          for (const step of [...parts, total]) {
            const left = total - current.reversedMinor;
            if (left === 0n) break;
            const next = current.reversedMinor + (step < left ? step : left);
            const entry = makeReversalEntry(current, next, { ulid: makeUlid(), reason: 'x' });
            for (const { amountNanos, from } of entry.moves)
              sums.set(from, (sums.get(from) ?? 0n) + amountNanos);
            current = { ...current, reversedMinor: next };
          }
          const paid = makeTopupEntry(aPaidTopup(cents), 1).moves;
          expect(sums).toEqual(new Map(paid.map(({ amountNanos, to }) => [to, amountNanos])));
        },
      ),
    );
  });

  it('move the same amounts back when a dispute is won', () => {
    const options = { ulid: makeUlid(), reason: 'x' };
    const taken = makeReversalEntry(topup, 12_345n, options);
    const back = makeReversalEntry({ ...topup, reversedMinor: 12_345n }, 0n, options);
    expect(back.moves).toEqual(
      taken.moves.map(({ amountNanos, from, to }) => ({ amountNanos, from: to, to: from })),
    );
  });
});
