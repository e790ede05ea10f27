import { makeHold, startTill, walletId, type TillFixture } from '../test/till-fixture';
import type { SpendLimit } from './limits';
import { SpendCounters } from './spend-counters';

let fixture: TillFixture;

beforeAll(async () => {
  fixture = await startTill();
});
beforeEach(() => fixture.redis.flushall());
afterAll(() => fixture.stop());

const hour: SpendLimit = {
  scope: 'user',
  scopeId: walletId,
  window: 'hour',
  limitNanos: 100n,
  rule: 'settled',
};

describe('spend counters', () => {
  it('show what was settled in the running window, and where nothing is counted', async () => {
    const counters = new SpendCounters(fixture.redis);
    const minute = { ...hour, window: 'minute' } as const;
    await fixture.load(1_000n, [hour]);
    await fixture.admit('h1', 50n, [hour]);
    await fixture.till.finalize(makeHold('h1', 50n, [hour]), 7n);
    const nowMs = Date.now();
    expect(await counters.readSpent(walletId, [minute, hour], nowMs)).toEqual([undefined, 7n]);
    expect(await counters.readSpent(walletId, [hour], nowMs + 3_600_000)).toEqual([0n]);
  });

  it('are requested again after they were dropped', async () => {
    const counters = new SpendCounters(fixture.redis);
    await fixture.load(1_000n, [hour]);
    await counters.forget(walletId, 'user', walletId);
    expect(await fixture.admit('h1', 1n, [hour])).toMatchObject({ kind: 'not-loaded' });
  });
});
