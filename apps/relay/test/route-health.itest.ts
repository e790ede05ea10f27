import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { startTestRedis, waitUntil, type TestRedis } from '@tollgate/testing';
import { RouteHealth } from '../src/health/route-health';
import { RouteStats } from '../src/health/route-stats';
import { shareHealth, type HealthSharing } from '../src/health/share-health';
import { shareStats } from '../src/health/share-stats';

let server: TestRedis;
const clients: Redis[] = [];
const metrics = {
  countAttempt: () => undefined,
  countFault: () => undefined,
  setIsolated: () => undefined,
};

beforeAll(async () => {
  server = await startTestRedis();
});

afterAll(async () => {
  for (const client of clients) client.disconnect();
  await server.stop();
});

async function connect(): Promise<Redis> {
  const redis = createRedis({ url: server.urlOf('relay'), name: 'test', logger: silentLogger });
  await redis.connect();
  clients.push(redis);
  return redis;
}

interface Relay {
  readonly health: RouteHealth;
  readonly sharing: HealthSharing;
}

let relays = 0;

async function startRelay(): Promise<Relay> {
  const redis = await connect();
  relays += 1;
  const instance = `relay-${relays}`;
  const sharing = shareHealth({ redis, instance, getHealth: () => health, logger: silentLogger });
  const health: RouteHealth = new RouteHealth({
    probeMs: 1,
    getNowMs: Date.now,
    metrics,
    onUpdate: sharing.publish,
  });
  await sharing.part.start?.();
  return { health, sharing };
}

const limits = { timeoutMs: 30_000 };

describe('two relays', () => {
  it('isolate a route together and restore it together', async () => {
    const [here, there] = [await startRelay(), await startRelay()];
    const call = (startedAtMs: number) => ({ routeId: 'r1', walletId: 'w', startedAtMs });
    for (let count = 0; count < 5; count++)
      here.health.noteFailure(call(Date.now()), 'unreachable');
    expect(here.health.isHealthy('r1')).toBe(false);
    await waitUntil(() => !there.health.isHealthy('r1'), { ...limits, what: 'the isolation' });
    await waitUntil(() => there.health.claimProbe('r1'), { ...limits, what: 'a probe' });
    there.health.noteSuccess(call(Date.now() + 1));
    expect(there.health.isHealthy('r1')).toBe(true);
    await waitUntil(() => here.health.isHealthy('r1'), { ...limits, what: 'the return' });
    for (const { sharing } of [here, there]) await sharing.part.stop?.();
  });

  it('share it with a third one that starts later', async () => {
    const here = await startRelay();
    const call = { routeId: 'r2', walletId: 'w', startedAtMs: Date.now() };
    for (let count = 0; count < 5; count++) here.health.noteFailure(call, 'unreachable');
    const third = await startRelay();
    await waitUntil(() => !third.health.isHealthy('r2'), { ...limits, what: 'the isolation' });
    for (const { sharing } of [here, third]) await sharing.part.stop?.();
  });

  it('pause a route together when its provider asked one of them', async () => {
    const [here, there] = [await startRelay(), await startRelay()];
    here.health.noteRetryAfter('r3', 20);
    await waitUntil(() => !there.health.isHealthy('r3'), { ...limits, what: 'the rest' });
    const [state] = there.health.listStates().filter(({ routeId }) => routeId === 'r3');
    expect(state?.restsUntilMs).toBeGreaterThan(Date.now() + 10_000);
    for (const { sharing } of [here, there]) await sharing.part.stop?.();
  });

  it('count two callers that each of them saw one of', async () => {
    const [here, there] = [await startRelay(), await startRelay()];
    const fail = ({ health }: Relay, walletId: string): void =>
      health.noteFailure({ routeId: 'r4', walletId, startedAtMs: Date.now() }, 'failed');
    fail(there, 'b');
    for (let count = 0; count < 6; count++) fail(here, 'a');
    expect(here.health.isHealthy('r4')).toBe(true);
    const isIsolated = (): boolean => {
      fail(here, 'a');
      return !here.health.isHealthy('r4');
    };
    await waitUntil(isIsolated, { ...limits, pollMs: 200, what: 'the isolation' });
    await waitUntil(() => !there.health.isHealthy('r4'), { ...limits, what: 'the news of it' });
    for (const { sharing } of [here, there]) await sharing.part.stop?.();
  });

  it('merge the times that they measured', async () => {
    const [here, there] = [new RouteStats(Date.now), new RouteStats(Date.now)];
    const parts = [
      shareStats({ redis: await connect(), instance: 'a', stats: here, logger: silentLogger }),
      shareStats({ redis: await connect(), instance: 'b', stats: there, logger: silentLogger }),
    ];
    there.note('r1 m', { firstTokenMs: 500, tokensPerSecond: 50 });
    for (const part of parts) await part.start?.();
    await waitUntil(() => here.find('r1 m') !== undefined, { ...limits, what: 'the times' });
    expect(Math.round((here.find('r1 m')?.latencyMs ?? 0) / 100)).toBe(5);
    for (const part of parts) await part.stop?.();
  });
});
