import { findDecider, findEndNow, judgeNow, readKeyEnd } from './judge-now';

const nowMs = Date.parse('2026-11-16T12:00:00Z');
const past = '2026-11-16T11:59:00Z';
const future = '2026-11-16T12:01:00Z';
const noFigures = { figures: null, resetsAt: null };
const limitOf = (limit: number | null, used: number) => ({ kind: 'limit' as const, limit, used });

describe('whether a refused request would pass now', () => {
  it('is decided by the clock for a rate limit', () => {
    const judge = (resetsAt: string | null) =>
      judgeNow({ ...noFigures, code: 'rate_limited', resetsAt }, { nowMs, now: null });
    expect([judge(past), judge(future), judge(null)]).toEqual(['yes', 'no', 'unknown']);
  });

  it('is unknown when a new day of a quota has begun', () => {
    const refusal = { code: 'rate_limited', figures: { unit: 'units' as const }, resetsAt: past };
    expect(judgeNow(refusal, { nowMs, now: null })).toBe('unknown');
  });

  it.each(['spend_limit_exceeded', 'spend_breaker', 'budget_cap_reached'])(
    'is decided by what %s leaves now, before and after the reset',
    (code) => {
      for (const resetsAt of [past, future, null]) {
        const judge = (limit: number | null, used: number) =>
          judgeNow({ code, figures: null, resetsAt }, { nowMs, now: limitOf(limit, used) });
        // Raised, taken away, used up in the new period.
        expect([judge(2, 1), judge(null, 1), judge(1, 1), judge(1, 1.5)]).toEqual([
          'yes',
          'yes',
          'no',
          'no',
        ]);
      }
    },
  );

  it('is unknown where the viewer may not read the limit, whatever the clock says', () => {
    for (const resetsAt of [past, future]) {
      const refusal = { code: 'budget_cap_reached', figures: null, resetsAt };
      expect(judgeNow(refusal, { nowMs, now: null })).toBe('unknown');
    }
  });

  it('follows the balance where credit was missing', () => {
    const figures = { unit: 'usd' as const, required: 0.5 };
    const judge = (available: number) =>
      judgeNow(
        { code: 'insufficient_credits', figures, resetsAt: null },
        { nowMs, now: { kind: 'funds', available } },
      );
    expect([judge(0.5), judge(0.499999999), judge(0)]).toEqual(['yes', 'no', 'no']);
  });

  it('is unknown where a rule decided', () => {
    expect(judgeNow({ ...noFigures, code: 'model_not_allowed' }, { nowMs, now: null })).toBe(
      'unknown',
    );
    expect(findDecider({ code: 'model_not_allowed' })).toBe('rule');
  });
});

describe('a key that ended, now', () => {
  const works = { deletedAt: null, enabled: true, expiresAt: null };

  it.each([
    ['key_deleted', 'deleted'],
    ['key_disabled', 'disabled'],
    ['key_expired', 'expired'],
    ['key_rotated', 'rotated'],
    ['model_not_allowed', undefined],
  ])('has the reason of the code %s', (code, end) => {
    expect(readKeyEnd({ code })).toBe(end);
  });

  it('does not work until it is enabled, or its end is later', () => {
    expect(findEndNow('disabled', { ...works, enabled: false }, nowMs)).toBe('disabled');
    expect(findEndNow('expired', { ...works, expiresAt: past }, nowMs)).toBe('expired');
    expect(findEndNow('disabled', works, nowMs)).toBeUndefined();
    expect(findEndNow('expired', works, nowMs)).toBeUndefined();
  });

  it('may not work for another reason than before', () => {
    expect(findEndNow('disabled', { ...works, deletedAt: past }, nowMs)).toBe('deleted');
    expect(findEndNow('disabled', { ...works, expiresAt: past }, nowMs)).toBe('expired');
  });

  it('does not work again after a deletion, nor does a replaced secret', () => {
    expect(findEndNow('deleted', works, nowMs)).toBe('deleted');
    expect(findEndNow('rotated', works, nowMs)).toBe('rotated');
    expect(findEndNow('rotated', { ...works, deletedAt: past }, nowMs)).toBe('deleted');
  });

  it('is taken to be as it was when the viewer may not read it', () => {
    expect(findEndNow('disabled', null, nowMs)).toBe('disabled');
  });
});
