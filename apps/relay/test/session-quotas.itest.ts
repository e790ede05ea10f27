import { anonymousIdentity, type CallerIdentity } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { startTestRedis, waitUntil, type TestRedis } from '@tollgate/testing';
import { takeSessionQuota } from '../src/call/admit/session-quota';
import { RedisSessionQuotas } from '../src/call/admit/quota/redis-session-quotas';

let server: TestRedis;
let redis: Redis;
let sessions = 0;

beforeAll(async () => {
  server = await startTestRedis();
  redis = createRedis({ url: server.urlOf('relay'), name: 'test', logger: silentLogger });
  await redis.connect();
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

function aSession(quota: CallerIdentity['quota']): CallerIdentity {
  return {
    ...anonymousIdentity,
    kind: 'institution_session',
    sessionId: `esess_${sessions++}`,
    quota,
  };
}

function aQuota(use = { requests: 0, tokens: 0 }): RedisSessionQuotas {
  return new RedisSessionQuotas({
    redis,
    loadUse: () => Promise.resolve(use),
    logger: silentLogger,
  });
}

describe('the quota of a session', () => {
  it('admits exactly as many calls as it has, at two relays at once', async () => {
    const caller = aSession({ requests: 7, tokens: null });
    const relays = [aQuota(), aQuota()];
    const results = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => relays[index % 2]?.take(caller)),
    );
    expect(results.filter((result) => result === 'taken')).toHaveLength(7);
    expect(results.filter((result) => result === 'requests')).toHaveLength(53);
  });

  it('counts the tokens of calls, and forgets calls that ended unbilled', async () => {
    const caller = aSession({ requests: 2, tokens: 100 });
    const quota = aQuota();
    await quota.take(caller);
    quota.settle(caller, undefined);
    await waitUntil(async () => (await readUse(caller))['requests'] === '0', { timeoutMs: 30_000 });
    await quota.take(caller);
    quota.settle(caller, 100);
    await waitUntil(async () => (await readUse(caller))['tokens'] === '100', { timeoutMs: 30_000 });
    await expect(quota.take(caller)).resolves.toBe('tokens');
  });

  it('starts from the use in the book when Redis was emptied', async () => {
    const caller = aSession({ requests: 5, tokens: null });
    await expect(aQuota({ requests: 5, tokens: 1 }).take(caller)).resolves.toBe('requests');
  });

  it('is shown to the client as a limit that waiting does not restore', async () => {
    const used = aQuota({ requests: 5, tokens: 1 });
    const caller = aSession({ requests: 5, tokens: null });
    await expect(takeSessionQuota(caller, used)).rejects.toMatchObject({
      reason: 'rate_limited',
      message: expect.stringContaining('5 requests'),
      headers: { 'x-should-retry': 'false' },
    });
    await expect(takeSessionQuota(aSession(null), used)).resolves.toBeUndefined();
  });
});

function readUse({ sessionId }: CallerIdentity): Promise<Record<string, string>> {
  return redis.hgetall(`tollgate:session-use:{${sessionId}}`);
}
