import { makeEntry } from './journal-entry';
import { makeSettleEntry } from './usage';

const head = {
  id: 'led_1',
  occurredAtMs: 5,
  kind: 'grant',
  walletId: 'user_1',
  reference: 'g',
  reason: '',
} as const;

describe('a journal entry', () => {
  it('sums to zero', () => {
    const entry = makeEntry(head, { from: 'grants', to: 'wallet:user_1', amountNanos: 7n });
    expect(entry.postings.reduce((sum, posting) => sum + posting.amountNanos, 0n)).toBe(0n);
  });

  it('moves something, between two accounts', () => {
    expect(() => makeEntry(head, { from: 'grants', to: 'wallet:user_1', amountNanos: 0n })).toThrow(
      /moves something/,
    );
    expect(() => makeEntry(head, { from: 'grants', to: 'grants', amountNanos: 1n })).toThrow(
      /two accounts/,
    );
  });

  it('of a charge carries the id and the time of the call', () => {
    const entry = makeSettleEntry({
      ulid: 'U',
      createdAtMs: 9,
      walletId: 'user_1',
      costNanos: 3n,
    } as never);
    expect(entry).toMatchObject({
      id: 'led_U',
      occurredAtMs: 9,
      reference: 'gen-U',
      postings: [
        { account: 'wallet:user_1', amountNanos: -3n },
        { account: 'revenue', amountNanos: 3n },
      ],
    });
  });
});
