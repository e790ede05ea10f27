import type { CallerIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { aGeneration } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const walletId = 'org_1';
const nowMs = Date.UTC(2026, 10, 14, 9);
const ofMember = (memberId: string, keyId: string, costNanos: bigint) =>
  aGeneration({
    ulid: makeUlid(nowMs),
    walletId,
    orgId: walletId,
    memberId,
    userId: 'user_a',
    keyId,
    costNanos,
  });
/** A service key has no member; here its creator is the same user as that of the first member. */
const generations = {
  a: ofMember('mem_a', 'key_a', 1_000n),
  b: ofMember('mem_b', 'key_b', 20_000n),
  service: ofMember('', 'key_service', 300_000n),
};
type Whose = keyof typeof generations;

let reports: ReportsUnderTest;
beforeAll(async () => {
  reports = await startReports();
  reports.setNowMs(nowMs);
  await reports.store.postCharges(Object.values(generations));
  reports.setRole(walletId, 'user_boss', 'org_admin');
  reports.setRole(walletId, 'user_a', 'member');
  reports.setRole(walletId, 'user_b', 'billing_viewer');
});
afterAll(() => reports.stop());

const key = (memberId: string, keyId: string): Partial<CallerIdentity> => ({
  walletId,
  userId: 'user_a',
  keyId,
  org: { orgId: walletId, teamId: '', memberId },
});
const manager = (userId: string): Partial<CallerIdentity> => ({
  ...key('', 'key_manager'),
  kind: 'management_key',
  userId,
});

describe.each<[string, Partial<CallerIdentity>, readonly Whose[]]>([
  ['a key of a member', key('mem_a', 'key_a2'), ['a']],
  ['a key without a member', key('', 'key_service'), ['service']],
  ['another key without a member', key('', 'key_other'), []],
  ['a management key of an org_admin', manager('user_boss'), ['a', 'b', 'service']],
  ['a management key of a member', manager('user_a'), ['a']],
  ['a management key of a billing_viewer', manager('user_b'), ['b']],
])('%s', (_who, caller, seen) => {
  const spend = seen.reduce((sum, whose) => sum + Number(generations[whose].costNanos), 0) / 1e9;

  it('sees these calls in usage and insights', async () => {
    const usage = await reports.get('/v1/usage', caller);
    expect(usage.body.totals).toMatchObject({ spend, requests: seen.length });
    const insights = await reports.get('/v1/insights', caller);
    expect(insights.body.totals).toMatchObject({ spend, requests: seen.length });
    const { p50_ms: p50Ms } = insights.body.latency as { p50_ms: number | null };
    expect(p50Ms !== null).toBe(seen.length > 0);
  });

  it.each(Object.keys(generations) as Whose[])(
    'sees the call of %s, or does not',
    async (whose) => {
      const { status } = await reports.get(
        `/v1/generation?id=gen-${generations[whose].ulid}`,
        caller,
      );
      expect(status).toBe(seen.includes(whose) ? 200 : 404);
    },
    10_000,
  );
});

it('a management key whose owner is not in the organization any more sees nothing', async () => {
  expect((await reports.get('/v1/usage', manager('user_gone'))).status).toBe(404);
});
