import { sumOrgSeries } from './sum-org-series';
import type { Generation } from './usage';

const call = (changes: Partial<Generation>): Generation => ({
  ...{ ulid: '', createdAtMs: Date.UTC(2026, 10, 14, 9, 45), walletId: 'org_1', userId: 'user_1' },
  ...{ keyId: 'key_1', keyName: '', teamId: 'team_1', memberId: 'mem_1', model: 'acme/1' },
  ...{ provider: 'acme', appName: 'Zed', outcome: 'charged', isError: false, isCancelled: false },
  ...{ isFailover: false, costNanos: 30n, reservedNanos: 0n, promptTokens: 10n },
  ...{ completionTokens: 5n, cachedTokens: 0n, cacheSavingsNanos: 0n, durationMs: 12 },
  ...{ firstTokenMs: null, goodwillNanos: 0n, spendLimits: [], record: new Uint8Array() },
  ...{ requestId: 'req_1', cacheWriteTokens: 0n, isSticky: false, repeatsPrompt: false },
  ...{ promptFingerprint: '', cacheableTokens: 0n, missedSavingNanos: 0n },
  ...changes,
});

const large = new Set(['org_0', 'org_1']);

describe('sums of series of organizations', () => {
  it('are by half hour, day and month, and by each dimension', () => {
    const { usage } = sumOrgSeries([call({})], large);
    const figures = { spendNanos: 30n, requests: 1, tokens: 15n, errors: 0 };
    const names = { none: '', model: 'acme/1', app: 'Zed', team: 'team_1', member: 'mem_1' };
    const starts = {
      half_hour: Date.UTC(2026, 10, 14, 9, 30),
      day: Date.UTC(2026, 10, 14),
      month: Date.UTC(2026, 10),
    };
    const rows = Object.entries(names).flatMap(([dimension, name]) =>
      Object.entries(starts).map(([period, startMs]) => ({
        ...{ walletId: 'org_1', dimension, period, name, startMs, ...figures },
        keyId: dimension === 'member' ? 'key_1' : '',
        teamId: dimension === 'member' ? 'team_1' : '',
      })),
    );
    expect(usage).toHaveLength(rows.length);
    expect(usage).toEqual(expect.arrayContaining(rows));
  });

  it('add up the calls of a batch, in an order that does not depend on theirs', () => {
    const calls = [
      call({ costNanos: 0n, isError: true }),
      call({ model: 'acme/2', keyId: 'key_2' }),
      call({ walletId: 'org_0' }),
    ];
    const { latencies, usage } = sumOrgSeries(calls, large);
    const whole = usage.filter(({ dimension, walletId }) => walletId + dimension === 'org_1none');
    expect(whole).toMatchObject(
      ['day', 'half_hour', 'month'].map((period) => ({
        ...{ period, spendNanos: 30n, requests: 2, tokens: 30n, errors: 1 },
      })),
    );
    expect(latencies.map(({ dimension, durations, name }) => [dimension, name, durations])).toEqual(
      [
        ['app', 'Zed', 1],
        ['model', 'acme/1', 1],
        ['none', '', 1],
        ['app', 'Zed', 2],
        ['model', 'acme/1', 1],
        ['model', 'acme/2', 1],
        ['none', '', 2],
      ],
    );
    expect(sumOrgSeries(calls.toReversed(), large)).toEqual({ latencies, usage });
  });

  it('have nothing of accounts and of other organizations', () => {
    const calls = [call({ walletId: 'user_1' }), call({ walletId: 'org_2' })];
    const { latencies, usage } = sumOrgSeries(calls, large);
    expect([latencies, usage]).toEqual([[], []]);
  });
});
