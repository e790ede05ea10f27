import fc from 'fast-check';
import { makeEntry, type JournalEntry } from './journal-entry';
import { placeEntries } from './place-entries';

const charge = (walletId: string, amountNanos: bigint): JournalEntry =>
  makeEntry(
    { id: 'led_1', occurredAtMs: 0, kind: 'settle', walletId, reference: '', reason: '' },
    { from: `wallet:${walletId}`, to: 'revenue', amountNanos },
  );

describe('entries in their statements', () => {
  it('stand one after the other, each with the balance that it leaves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.bigInt(1n, 99n)), { maxLength: 30 }),
        (charges) => {
          const { changes, transfers } = placeEntries(charges.map((args) => charge(...args)));
          for (const { walletId, entries, balanceNanos } of changes) {
            const own = transfers.filter(({ entry }) => entry.walletId === walletId);
            expect(own.map(({ versionBack }) => entries - versionBack)).toEqual(
              own.map((_, index) => index + 1),
            );
            let sum = 0n;
            for (const { move, balanceBackNanos } of own) {
              sum -= move.amountNanos;
              expect(balanceNanos - balanceBackNanos).toBe(sum);
            }
          }
        },
      ),
    );
  });

  it('lock wallets in order of their ids and leave out entries without one', () => {
    const accrual = makeEntry(
      { id: 'led_2', occurredAtMs: 0, kind: 'accrual', walletId: '', reference: '', reason: '' },
      { from: 'payable:acme', to: 'upstream_cost', amountNanos: 1n },
    );
    const placed = placeEntries([charge('b', 1n), accrual, charge('a', 1n)]);
    expect(placed.changes.map(({ walletId }) => walletId)).toEqual(['a', 'b']);
    expect(placed.transfers.map(({ walletPlace }) => walletPlace)).toEqual([2, 0, 1]);
  });
});
