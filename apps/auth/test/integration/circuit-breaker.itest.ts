import { hashSecret } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { getWindowStartMs, Till, type SpendWindow } from '@tollgate/till';
import { createKey, signUp, type SignedUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

describe('the personal breaker', () => {
  let auth: AuthUnderTest;
  let redis: Redis;
  let owner: SignedUp;
  beforeAll(async () => {
    auth = await startAuth();
    redis = createRedis({ url: auth.redis.url, name: 'test', logger: silentLogger });
    await redis.connect();
  });
  afterAll(async () => {
    redis.disconnect();
    await auth.stop();
  });
  beforeEach(async () => {
    owner = await signUp(auth);
    auth.billing.onLoadTill = async () => undefined;
  });

  const path = '/api/account/circuit-breaker';
  const get = () => auth.send('get', path, owner.caller);
  const patch = (body: object) => auth.send('patch', path, owner.caller).send(body);
  const readCaller = async (secret: string) => {
    const call = auth.rpc.authenticateKey.bind(auth.rpc);
    const answer = await callUnary(call, { keyHash: hashSecret(secret) }, { deadlineMs: 20_000 });
    return answer.caller;
  };

  it('is off for a new account, with the defaults of the platform', async () => {
    expect((await get()).body).toEqual({
      settings: { cbEnabled: false, cbMinuteUsd: null, cbHourlyUsd: null },
      resolvedSettings: { cbEnabled: false, cbMinuteUsd: 5, cbHourlyUsd: 20 },
      liveSpend: { minuteSpend: 0, hourSpend: 0 },
    });
  });

  it('changes what is sent, rides in the caller, and is audited', async () => {
    const { key } = await createKey(auth, owner);
    expect(await readCaller(key)).not.toHaveProperty('breakerMinuteNanos', expect.anything());
    const answer = await patch({ cbEnabled: true, cbMinuteUsd: 1 });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      settings: { cbEnabled: true, cbMinuteUsd: 1, cbHourlyUsd: null },
      resolvedSettings: { cbEnabled: true, cbMinuteUsd: 1, cbHourlyUsd: 20 },
    });
    expect(await readCaller(key)).toMatchObject({
      breakerMinuteNanos: 1_000_000_000n,
      breakerHourNanos: 20_000_000_000n,
    });
    await patch({ cbMinuteUsd: null, cbHourlyUsd: 0.01 });
    expect(await readCaller(key)).toMatchObject({
      breakerMinuteNanos: 5_000_000_000n,
      breakerHourNanos: 10_000_000n,
    });
    const mine = () => auth.auditEvents.filter(({ target }) => target?.id === owner.userId);
    await waitUntil(() => mine().length >= 3, { timeoutMs: 30_000 });
    expect(mine().map(({ action }) => action)).toEqual([
      'user.signup',
      'user.cb.update',
      'user.cb.update',
    ]);
  });

  it.each([
    [{ cbMinuteUsd: 0.009 }],
    [{ cbMinuteUsd: 0 }],
    [{ cbHourlyUsd: -1 }],
    [{ cbHourlyUsd: '5' }],
    [{ cbHourlyUsd: 1e300 }],
    [{ cbEnabled: 'yes' }],
    [{ cbEnabled: null }],
  ])('refuses %j and stays as it is', async (body) => {
    expect((await patch(body)).status).toBe(400);
    expect((await get()).body).toMatchObject({ settings: { cbEnabled: false } });
  });

  it('is refused to other callers', async () => {
    const key = await createKey(auth, owner);
    const caller = { ...owner.caller, kind: 'standard_key', keyId: key.id } as const;
    expect((await auth.send('get', path, caller)).status).toBe(401);
  });

  it('shows the spend, from the book when the till does not count it', async () => {
    const till = new Till(redis);
    const spentNanos = { minute: 120_000_000n, hour: 3_400_000_000n } as Record<string, bigint>;
    auth.billing.onLoadTill = async ({ counters, walletId }) =>
      till.load({
        ...{ walletId, postedNanos: 0n, version: 1n, creditNanos: 0n, postedHoldIds: [] },
        counters: counters.map(({ scopeId, window }) => ({
          ...{ scope: 'user', scopeId, window: window as SpendWindow },
          startMs: getWindowStartMs(window as SpendWindow, Date.now()),
          spentNanos: spentNanos[window] ?? 0n,
        })),
      });
    const hourSpend = async () =>
      ((await get()).body as { liveSpend: { hourSpend: number } }).liveSpend.hourSpend;
    expect(await hourSpend()).toBe(3.4);
    spentNanos['hour'] = 4_000_000_000n;
    expect(await hourSpend()).toBe(4);
    await patch({ cbEnabled: true });
    expect(await hourSpend()).toBe(4);
    spentNanos['hour'] = 5_000_000_000n;
    expect(await hourSpend()).toBe(4);
  });

  it('reloads the counter of a key when its cap changes', async () => {
    const { id } = await createKey(auth, owner, { limit: 5 });
    const field = `key|${id}|total`;
    const counters = `till:{${owner.userId}}:counters`;
    const change = (body: object) =>
      auth.send('patch', `/api/account/keys/${id}`, owner.caller).send(body);
    await redis.hset(counters, field, '0|7|0');
    await change({ enabled: true });
    expect(await redis.hget(counters, field)).toBe('0|7|0');
    await change({ limit: 6 });
    expect(await redis.hget(counters, field)).toBeNull();
  });
});
