import { getInsightsUseCase, insightsCacheMs } from './get-insights';
import type { Insights, InsightsQuery } from './insights';

const none = { model: null, keyId: null, appName: null };
const ask = (walletId: string, changes: Partial<InsightsQuery> = {}): InsightsQuery => ({
  scope: { walletId, memberId: null, keyId: null },
  period: '7d',
  metric: 'spend',
  filters: none,
  ...changes,
});

function start(read: () => Promise<Insights> = async () => ({}) as Insights) {
  const readInsights = jest.fn(read);
  let nowMs = 1_000_000;
  const getInsights = getInsightsUseCase({ readInsights, getNowMs: () => nowMs });
  return { readInsights, getInsights, wait: (ms: number) => (nowMs += ms) };
}

describe('insights', () => {
  it('are computed once for parallel requests, and then cached for five minutes', async () => {
    const { getInsights, readInsights, wait } = start();
    await Promise.all([getInsights(ask('a')), getInsights(ask('a'))]);
    wait(insightsCacheMs - 1);
    expect((await getInsights(ask('a'))).isCached).toBe(true);
    expect(readInsights).toHaveBeenCalledTimes(1);
    wait(1);
    expect((await getInsights(ask('a'))).isCached).toBe(false);
  });

  it('are computed again for a caller that asks for newer figures, and kept for others', async () => {
    const { getInsights, readInsights, wait } = start();
    await getInsights(ask('a'));
    expect((await getInsights(ask('a'), 0)).isCached).toBe(false);
    wait(5_000);
    expect((await getInsights(ask('a'), 5_001)).isCached).toBe(true);
    expect((await getInsights(ask('a'), 5_000)).isCached).toBe(false);
    expect((await getInsights(ask('a'))).isCached).toBe(true);
    expect(readInsights).toHaveBeenCalledTimes(3);
  });

  it.each<[string, InsightsQuery]>([
    ['another wallet', ask('b')],
    ['a member of it', ask('a', { scope: { walletId: 'a', memberId: 'm', keyId: null } })],
    ['a key of it', ask('a', { scope: { walletId: 'a', memberId: null, keyId: 'm' } })],
    ['another period', ask('a', { period: 'all' })],
    ['another metric', ask('a', { metric: 'tokens' })],
    ['another filter', ask('a', { filters: { ...none, appName: '' } })],
  ])('of %s are another answer', async (_name, query) => {
    const { getInsights } = start();
    await getInsights(ask('a'));
    expect((await getInsights(query)).isCached).toBe(false);
  });

  it('that failed are computed again', async () => {
    const { getInsights, readInsights } = start();
    readInsights.mockRejectedValueOnce(new Error('away'));
    await expect(getInsights(ask('a'))).rejects.toThrow('away');
    expect((await getInsights(ask('a'))).isCached).toBe(false);
  });

  it('are forgotten, the oldest first, when too many were asked for', async () => {
    const { getInsights } = start();
    for (let user = 0; user <= 2_000; user++) await getInsights(ask(`user_${user}`));
    expect((await getInsights(ask('user_2000'))).isCached).toBe(true);
    expect((await getInsights(ask('user_0'))).isCached).toBe(false);
  });
});
