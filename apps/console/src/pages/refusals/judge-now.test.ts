import { findEndNow, judgeNow, readKeyEnd } from './judge-now';

const nowMs = Date.parse('2026-11-16T12:00:00Z');
const noFigures = { figures: null, resetsAt: null };

describe('whether a refused request would pass now', () => {
  it('is yes after the reset of its limit, and no before', () => {
    const judge = (resetsAt: string) =>
      judgeNow({ ...noFigures, resetsAt }, { nowMs, availableUsd: undefined });
    expect(judge('2026-11-16T11:59:00Z')).toBe('yes');
    expect(judge('2026-11-16T12:01:00Z')).toBe('no');
  });

  it('follows the balance where credit was missing', () => {
    const refusal = { ...noFigures, figures: { unit: 'usd' as const, required: 0.5 } };
    expect(judgeNow(refusal, { nowMs, availableUsd: 0.5 })).toBe('yes');
    expect(judgeNow(refusal, { nowMs, availableUsd: 0.499999999 })).toBe('no');
  });

  it('is unknown where a rule decided', () => {
    expect(judgeNow(noFigures, { nowMs, availableUsd: 100 })).toBe('unknown');
  });
});

describe('a key that ended, now', () => {
  const works = { deletedAt: null, enabled: true, expiresAt: null };
  const past = '2026-11-16T11:59:00Z';

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
