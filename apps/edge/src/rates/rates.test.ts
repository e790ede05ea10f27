import { silentLogger } from '@tollgate/observability';
import type { BucketName, CountedCalls, RateCount } from '../domain/rate-bucket';
import { createLocalCounter } from './local-counter';
import { createResilientCounter } from './resilient-counter';

const minute = 1_800_000_000_000;
const resetAtSeconds = 1_800_000_060;

function makeCall(bucket: BucketName, subject: string, known: Partial<CountedCalls> = {}) {
  const first = { limit: 20, calls: 1, passedCalls: 0, knownCount: 0, knownResetAtSeconds: 0 };
  return { bucket, subject, ...first, ...known };
}

describe('the local counter', () => {
  it('counts by bucket and subject, and starts again with the minute', () => {
    const time = { nowMs: minute + 17_000 };
    const count = createLocalCounter({ clock: { nowMs: () => time.nowMs }, instances: 1 });
    expect(count(makeCall('inference', 'user_1'))).toEqual({
      count: 1,
      resetAtSeconds,
      secondsLeft: 43,
      blockedSeconds: 0,
    });
    expect(count(makeCall('inference', 'user_1')).count).toBe(2);
    expect(count(makeCall('inference', 'user_2')).count).toBe(1);
    expect(count(makeCall('catalog', 'user_1')).count).toBe(1);
    time.nowMs = minute + 60_000;
    expect(count(makeCall('inference', 'user_1')).count).toBe(1);
  });

  it('splits a limit between the instances', () => {
    const count = createLocalCounter({ clock: { nowMs: () => minute }, instances: 4 });
    const passed = Array.from(
      { length: 20 },
      () => count(makeCall('inference', 'user_1')).count <= 20,
    );
    expect(passed.filter(Boolean)).toHaveLength(5);
  });

  it('counts several calls in one step', () => {
    const count = createLocalCounter({ clock: { nowMs: () => minute }, instances: 2 });
    expect(count(makeCall('inference', 'user_1', { calls: 3 })).count).toBe(6);
    expect(count(makeCall('inference', 'user_1')).count).toBe(8);
  });

  it('splits only the rest of the limit', () => {
    const count = createLocalCounter({ clock: { nowMs: () => minute }, instances: 2 });
    const known = { knownCount: 12, knownResetAtSeconds: resetAtSeconds };
    const passed = Array.from(
      { length: 20 },
      () => count(makeCall('inference', 'user_1', known)).count <= 20,
    );
    expect(passed.filter(Boolean)).toHaveLength(4);
    const earlier = { knownCount: 12, knownResetAtSeconds: resetAtSeconds - 60 };
    expect(count(makeCall('inference', 'user_2', earlier)).count).toBe(2);
  });

  it('does not count calls of the last minute in the new one', () => {
    const count = createLocalCounter({ clock: { nowMs: () => minute }, instances: 2 });
    const passed = { calls: 4, passedCalls: 3 };
    const earlier = { ...passed, knownCount: 9, knownResetAtSeconds: resetAtSeconds - 60 };
    expect(count(makeCall('inference', 'user_1', earlier)).count).toBe(2);
    const same = { ...passed, knownResetAtSeconds: resetAtSeconds };
    expect(count(makeCall('inference', 'user_1', same)).count).toBe(10);
  });
});

describe('the counter that survives Redis', () => {
  function setUp() {
    const time = { nowMs: minute };
    const clock = { nowMs: () => time.nowMs };
    const redis = { asked: 0, answer: (): Promise<RateCount> => Promise.reject(new Error('away')) };
    const countCall = createResilientCounter({
      clock,
      logger: silentLogger,
      local: createLocalCounter({ clock, instances: 1 }),
      shared: () => {
        redis.asked += 1;
        return redis.answer();
      },
    });
    const count = async (): Promise<number> =>
      (await countCall(makeCall('inference', 'user_1'))).count;
    return { time, redis, count };
  }
  const counted = { count: 100, resetAtSeconds: 0, secondsLeft: 1, blockedSeconds: 0 };

  it('counts locally while Redis is away, asks it once a second, and returns to it', async () => {
    const { time, redis, count } = setUp();
    for (let call = 1; call <= 5; call++) expect(await count()).toBe(call);
    expect(redis.asked).toBe(1);
    redis.answer = async () => counted;
    time.nowMs += 1_000;
    expect(await count()).toBe(100);
    expect(await count()).toBe(100);
    expect(redis.asked).toBe(3);
  });

  it('makes one caller wait for a frozen Redis, and not those beside it', async () => {
    const { time, redis, count } = setUp();
    await count();
    time.nowMs += 1_000;
    let letAnswer = (_count: RateCount): void => undefined;
    redis.answer = () => new Promise((resolve) => (letAnswer = resolve));
    const waiting = count();
    expect(await Promise.all([count(), count(), count()])).toEqual([2, 3, 4]);
    expect(redis.asked).toBe(2);
    letAnswer(counted);
    expect(await waiting).toBe(100);
  });
});
