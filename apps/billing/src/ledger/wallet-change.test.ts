import { makeEntry, type EntryKind, type Move } from './journal-entry';
import { addToChange, makeNoChange, type WalletChange } from './place-entries';

function change(kind: EntryKind, ...moves: [Move, ...Move[]]): WalletChange {
  const head = { id: 'led_1', occurredAtMs: 0, kind, walletId: 'w', reference: '', reason: '' };
  return addToChange(makeNoChange('w'), makeEntry(head, ...moves));
}

describe('what an entry changes in its wallet', () => {
  it('is credit for money that comes in, without fee and VAT', () => {
    const entry = change(
      'topup',
      { from: 'cash:stripe', to: 'wallet:w', amountNanos: 100n },
      { from: 'cash:stripe', to: 'fees', amountNanos: 10n },
      { from: 'cash:stripe', to: 'vat', amountNanos: 5n },
    );
    expect(entry).toEqual({
      walletId: 'w',
      entries: 1,
      balanceNanos: 100n,
      heldNanos: 0n,
      creditNanos: 100n,
      usageNanos: 0n,
    });
  });

  it('is usage for a charge, and neither for a reservation', () => {
    expect(change('settle', { from: 'wallet:w', to: 'revenue', amountNanos: 7n })).toMatchObject({
      balanceNanos: -7n,
      usageNanos: 7n,
      creditNanos: 0n,
    });
    expect(change('reserve', { from: 'wallet:w', to: 'held:w', amountNanos: 7n })).toMatchObject({
      balanceNanos: -7n,
      heldNanos: 7n,
      usageNanos: 0n,
      creditNanos: 0n,
    });
  });

  it('is usage and the rest back for the capture of a held amount', () => {
    const capture = change(
      'settle',
      { from: 'held:w', to: 'revenue', amountNanos: 3n },
      { from: 'held:w', to: 'wallet:w', amountNanos: 4n },
    );
    expect(capture).toMatchObject({
      balanceNanos: 4n,
      heldNanos: -7n,
      usageNanos: 3n,
      creditNanos: 0n,
    });
  });
});
