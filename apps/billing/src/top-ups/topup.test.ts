import { aChannel, aTopup } from '../../test/support/a-topup';
import {
  judgeNotice,
  makeRefundEntry,
  makeTopupEntry,
  type PaymentNotice,
  topupStatuses,
} from './topup';

const topup = aTopup(aChannel());
const notice: PaymentNotice = {
  topupId: topup.id,
  externalId: 'cs_1',
  outcome: 'paid',
  amountMinor: 187_687_500n,
  currency: 'IDR',
};

describe('a notice of payment', () => {
  it('of the whole amount credits a pending top-up', () => {
    expect(judgeNotice(topup, notice)).toEqual({ kind: 'credit' });
  });

  it.each([
    { amountMinor: 187_687_499n },
    { amountMinor: 187_687_501n },
    { amountMinor: -187_687_500n },
    { currency: 'USD' },
  ])('that differs by %j credits nothing and is shown to operators', (change) => {
    expect(judgeNotice(topup, { ...notice, ...change })).toMatchObject({ kind: 'problem' });
  });

  it.each(['paid', 'refunded'] as const)('changes nothing when it was %s before', (status) => {
    for (const outcome of ['paid', 'failed', 'expired', 'canceled', 'processing'] as const) {
      const verdict = judgeNotice({ ...topup, status }, { ...notice, outcome });
      expect(verdict).toEqual({ kind: 'none' });
    }
  });

  it.each(['failed', 'expired', 'canceled'] as const)('ends a pending one as %s', (outcome) => {
    expect(judgeNotice(topup, { ...notice, outcome })).toEqual({ kind: 'end', status: outcome });
  });

  it('never credits what is not pending', () => {
    const credited = topupStatuses.filter(
      (status) => judgeNotice({ ...topup, status }, notice).kind === 'credit',
    );
    expect(credited).toEqual(['pending']);
    expect(judgeNotice({ ...topup, status: 'expired' }, notice)).toEqual({
      kind: 'problem',
      problem: 'paid after it was expired',
    });
  });
});

describe('the entries of a top-up', () => {
  it('move credit, fee and tax from the channel', () => {
    expect(makeTopupEntry(topup, 7)).toEqual({
      id: 'led_01J9ZZZZZZZZZZZZZZZZZZZZZZ',
      occurredAtMs: 7,
      kind: 'topup',
      walletId: 'user_1',
      reference: topup.id,
      reason: '',
      moves: [
        { from: 'cash:bank_local', to: 'wallet:user_1', amountNanos: 100_000_000_000n },
        { from: 'cash:bank_local', to: 'fees', amountNanos: 10_000_000_000n },
        { from: 'cash:bank_local', to: 'vat', amountNanos: 5_500_000_000n },
      ],
    });
  });

  it('of a refund move all of it back', () => {
    const refund = makeRefundEntry(topup, '01J9ZZZZZZZZZZZZZZZZZZZZZY', 'asked');
    expect(refund).toMatchObject({ kind: 'refund', reference: topup.id, reason: 'asked' });
    expect(refund.moves).toEqual(
      makeTopupEntry(topup, 7).moves.map(({ from, to, amountNanos }) => ({
        from: to,
        to: from,
        amountNanos,
      })),
    );
  });
});
