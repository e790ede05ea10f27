import { judgeHealth, matchModels, unknownHealth, type ByokHealth } from './byok-key';

const now = new Date(0);
const catalog = ['openai/gpt-4o', 'anthropic/claude', 'a/twin', 'b/twin'];

describe('the models of a provider', () => {
  it('are found by their whole id, or by a name that only one has', () => {
    const { models, sync } = matchModels([], ['gpt-4o', 'anthropic/claude', 'twin', 'x'], catalog);
    expect(models).toEqual([
      { model: 'openai/gpt-4o', upstreamModel: 'gpt-4o', isEnabled: true },
      { model: 'anthropic/claude', upstreamModel: 'anthropic/claude', isEnabled: true },
    ]);
    expect(sync).toEqual({
      matched: ['openai/gpt-4o', 'anthropic/claude'],
      unmatched: ['twin', 'x'],
      stale: [],
    });
  });

  it('keep manual mappings, and list models that are gone', () => {
    const mapped = [
      { model: 'openai/gpt-4o', upstreamModel: 'prod-4o', isEnabled: false },
      { model: 'a/twin', upstreamModel: 'gone', isEnabled: true },
    ];
    const { models, sync } = matchModels(mapped, ['prod-4o', 'gpt-4o'], catalog);
    expect(models).toEqual(mapped);
    expect(sync).toEqual({ matched: ['openai/gpt-4o'], unmatched: [], stale: ['a/twin'] });
  });
});

describe('the health of a key', () => {
  const news = { authFailures: 0, hasSucceeded: false, lastError: '' };

  it('is failing after ten refusals in a row, and well again after a call that was let in', () => {
    let health: ByokHealth = unknownHealth;
    health = judgeHealth(health, { ...news, authFailures: 9, lastError: 'no' }, now);
    expect(health).toMatchObject({ status: 'unknown', failures: 9, lastError: 'no' });
    health = judgeHealth(health, { ...news, authFailures: 1 }, now);
    expect(health).toMatchObject({ status: 'failing', failures: 10 });
    health = judgeHealth(health, { ...news, hasSucceeded: true }, now);
    expect(health).toEqual({ status: 'healthy', failures: 0, lastError: null, checkedAt: now });
  });

  it('does not change when a provider was only busy', () => {
    const well = { ...unknownHealth, status: 'healthy' } as const;
    const busy = { ...news, lastError: 'upstream_unavailable (503)' };
    expect(judgeHealth(well, busy, now)).toMatchObject({ status: 'healthy', failures: 0 });
  });
});
