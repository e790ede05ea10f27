import { createRedisCounter, getRateKey, getRefusalsKey } from '../../src/rates/redis-counter';
import type { CountedCalls } from '../../src/domain/rate-bucket';
import { minuteEnd, waitForRoomInMinute } from '../support/clock-minute';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

let edge: EdgeUnderTest;
let counter = 0;

beforeAll(async () => {
  edge = await startEdge({ instances: 1 });
});
afterAll(() => edge.stop());
beforeEach(waitForRoomInMinute, 70_000);

function setUp() {
  const subject = `user_rc${++counter}`;
  const countCalls = createRedisCounter(edge.redis);
  const count = (counted: Partial<CountedCalls> = {}) =>
    countCalls({
      bucket: 'inference',
      subject,
      limit: 20,
      calls: 1,
      passedCalls: 0,
      knownCount: 0,
      knownResetAtSeconds: 0,
      ...counted,
    });
  return { subject, key: getRateKey('inference', subject), count };
}

describe('the Redis counter at the turn of a minute', () => {
  it('starts at one although Redis still has the count of the last minute', async () => {
    const { key, count } = setUp();
    await edge.redis.hset(key, minuteEnd(1), 20);
    const window = await count();
    expect(window).toMatchObject({ count: 1, resetAtSeconds: Number(minuteEnd()) });
    expect(await edge.redis.ttl(key)).toBeLessThanOrEqual(60);
    expect(await edge.redis.ttl(key)).toBeGreaterThanOrEqual(0);
  });

  it('does not count calls that were let through in the last minute', async () => {
    const { count } = setUp();
    const last = { passedCalls: 15, knownCount: 4, knownResetAtSeconds: Number(minuteEnd(1)) };
    expect((await count({ ...last, calls: 15 })).count).toBe(0);
    expect((await count({ ...last, calls: 16 })).count).toBe(1);
    expect((await count()).count).toBe(2);
  });

  it('counts calls that were let through in the same minute', async () => {
    const { count } = setUp();
    const same = { passedCalls: 15, knownCount: 4, knownResetAtSeconds: Number(minuteEnd()) };
    expect((await count({ ...same, calls: 16 })).count).toBe(20);
  });
});

describe('the penalty counter', () => {
  it('does not count a refusal when no call waits for the count', async () => {
    const { subject, count } = setUp();
    const window = await count({
      calls: 25,
      passedCalls: 25,
      knownResetAtSeconds: Number(minuteEnd()),
    });
    expect(window).toMatchObject({ count: 25, blockedSeconds: 0 });
    expect(await edge.redis.exists(getRefusalsKey(subject))).toBe(0);
    await count();
    expect(await edge.redis.hget(getRefusalsKey(subject), minuteEnd())).toBe('1');
  });
});
