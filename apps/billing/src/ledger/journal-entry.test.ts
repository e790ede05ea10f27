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
  it('moves something, between two accounts', () => {
    const move = { from: 'grants', to: 'wallet:user_1' } as const;
    expect(() => makeEntry(head, { ...move, amountNanos: 0n })).toThrow(/moves something/);
    expect(() => makeEntry(head, { ...move, amountNanos: -1n })).toThrow(/moves something/);
    expect(() => makeEntry(head, { from: 'grants', to: 'grants', amountNanos: 1n })).toThrow(
      /two accounts/,
    );
  });

  it('touches no wallet but its own', () => {
    const move = { from: 'grants', to: 'wallet:user_2', amountNanos: 1n } as const;
    expect(() => makeEntry(head, move)).toThrow(/one wallet/);
    expect(() => makeEntry(head, { ...move, to: 'held:user_2' })).toThrow(/one wallet/);
  });

  it('of a charge carries the id and the time of the call', () => {
    const generation = { ulid: 'U', createdAtMs: 9, walletId: 'user_1', costNanos: 3n };
    expect(makeSettleEntry(generation)).toMatchObject({
      id: 'led_U',
      occurredAtMs: 9,
      reference: 'gen-U',
      moves: [{ from: 'wallet:user_1', to: 'revenue', amountNanos: 3n }],
    });
  });
});
