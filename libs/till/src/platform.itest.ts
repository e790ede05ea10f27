import { startTill, type TillFixture } from '../test/till-fixture';
import { CancelWatch } from './cancel-watch';
import { getPenaltyKey } from './keys';
import { PlatformSpend } from './platform-spend';

let fixture: TillFixture;

beforeAll(async () => {
  fixture = await startTill();
});
beforeEach(() => fixture.redis.flushall());
afterAll(() => fixture.stop());

describe('the spend of the platform', () => {
  it('is counted for the running minute and hour', async () => {
    const spend = new PlatformSpend(fixture.redis);
    expect(await spend.read()).toMatchObject({ minuteNanos: 0n, hourNanos: 0n });
    await Promise.all([spend.note(5n), spend.note(7n), spend.note(0n)]);
    const { hourNanos, minuteNanos, nowMs } = await spend.read();
    expect([0n, 5n, 7n, 12n]).toContain(minuteNanos);
    expect(hourNanos).toBe(12n);
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(60_000);
  });

  it('forgets a window that has ended', async () => {
    const spend = new PlatformSpend(fixture.redis);
    const past = { minute: 60, minuteSpent: 99, hour: 3_600, hourSpent: 99 };
    await fixture.redis.hset('till:platform:spend', past);
    expect(await spend.read()).toMatchObject({ minuteNanos: 0n, hourNanos: 0n });
    await spend.note(1n);
    expect(await spend.read()).toMatchObject({ hourNanos: 1n });
    expect(await fixture.redis.ttl('till:platform:spend')).toBeGreaterThan(60);
  });
});

describe('unbilled cancels', () => {
  it('block their user for five minutes after more than 100 in ten minutes', async () => {
    const watch = new CancelWatch(fixture.redis);
    for (let count = 1; count <= 100; count++) {
      expect(await watch.noteUnbilledCancel('user_1')).toBe(false);
    }
    expect(await fixture.redis.exists(getPenaltyKey('user_1'))).toBe(0);
    expect(await watch.noteUnbilledCancel('user_1')).toBe(true);
    expect(await fixture.redis.ttl(getPenaltyKey('user_1'))).toBe(300);
    expect(await fixture.redis.exists(getPenaltyKey('user_2'))).toBe(0);
  });

  it('of long ago do not count', async () => {
    const watch = new CancelWatch(fixture.redis);
    const longAgo = Math.floor(Date.now() / 1_000) - 601;
    await fixture.redis.lpush('till:cancels:{user_1}', ...Array<number>(100).fill(longAgo));
    expect(await watch.noteUnbilledCancel('user_1')).toBe(false);
    expect(await fixture.redis.llen('till:cancels:{user_1}')).toBe(101);
  });
});
