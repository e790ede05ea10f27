import { judgeNow } from './judge-now';

const nowMs = Date.parse('2026-11-16T12:00:00Z');
const noFigures = { code: 'model_not_allowed', figures: null, resetsAt: null };

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

  it('is no for a deleted key and a replaced secret', () => {
    for (const code of ['key_deleted', 'key_rotated']) {
      expect(judgeNow({ ...noFigures, code }, { nowMs, availableUsd: 100 })).toBe('no');
    }
  });

  it('is unknown where a rule decided', () => {
    expect(judgeNow(noFigures, { nowMs, availableUsd: 100 })).toBe('unknown');
  });
});
