import { countPaid, isAwaited } from './awaited-top-ups';

const nowMs = Date.parse('2026-11-16T12:00:00Z');
const pending = { status: 'pending', createdAt: '2026-11-16T11:50:00Z' } as const;
const paid = { status: 'paid', createdAt: '2026-11-16T11:59:00Z' } as const;

describe('a payment', () => {
  it('is waited for while it may still arrive', () => {
    expect(isAwaited([paid, pending], nowMs)).toBe(true);
    expect(isAwaited([paid], nowMs)).toBe(false);
    expect(isAwaited(undefined, nowMs)).toBe(false);
  });

  it('is not waited for after a quarter of an hour', () => {
    expect(isAwaited([{ ...pending, createdAt: '2026-11-16T11:45:00Z' }], nowMs)).toBe(false);
  });

  it('is counted once it has arrived', () => {
    expect([countPaid(undefined), countPaid([pending]), countPaid([pending, paid])]).toEqual([
      undefined,
      0,
      1,
    ]);
  });
});
