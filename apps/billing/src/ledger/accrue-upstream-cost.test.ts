import { parseDay, type CalendarDay } from '../shared/calendar';
import { makeAccruals } from './accrue-upstream-cost';

const day = parseDay('2026-11-13') as CalendarDay;

describe('the accrual of a finished day', () => {
  it('books per provider what is owed and not booked yet, under an id of its own', () => {
    const nothing = { bookedNanos: 0n, bookedEntries: 0 };
    const entries = makeAccruals(day, [
      { provider: 'acme', costNanos: 70n, ...nothing },
      { provider: 'done', costNanos: 50n, bookedNanos: 50n, bookedEntries: 1 },
      { provider: 'late', costNanos: 50n, bookedNanos: 30n, bookedEntries: 1 },
    ]);
    expect(entries.map(({ id, moves }) => [id, moves[0]])).toEqual([
      [
        'led_accrual_2026-11-13_acme_1',
        { from: 'payable:acme', to: 'upstream_cost', amountNanos: 70n },
      ],
      [
        'led_accrual_2026-11-13_late_2',
        { from: 'payable:late', to: 'upstream_cost', amountNanos: 20n },
      ],
    ]);
    expect(entries[0]).toMatchObject({
      kind: 'accrual',
      walletId: '',
      occurredAtMs: Date.UTC(2026, 10, 14),
    });
  });
});
