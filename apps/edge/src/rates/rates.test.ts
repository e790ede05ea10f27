import { silentLogger } from '@tollgate/observability';
import { createLocalCounter } from './local-counter';
import { createResilientCounter } from './resilient-counter';

const minute = 1_800_000_000_000;

describe('the local counter', () => {
  it('counts by bucket and subject, and starts again with the minute', () => {
    const time = { nowMs: minute + 17_000 };
    const count = createLocalCounter({ clock: { nowMs: () => time.nowMs }, instances: 1 });
    expect(count('inference', 'user_1')).toEqual({
      count: 1,
      resetAtSeconds: 1_800_000_060,
      secondsLeft: 43,
      blockedSeconds: 0,
    });
    expect(count('inference', 'user_1').count).toBe(2);
    expect(count('inference', 'user_2').count).toBe(1);
    expect(count('catalog', 'user_1').count).toBe(1);
    time.nowMs = minute + 60_000;
    expect(count('inference', 'user_1').count).toBe(1);
  });

  it('splits a limit between the instances', () => {
    const count = createLocalCounter({ clock: { nowMs: () => minute }, instances: 4 });
    const passed = Array.from({ length: 20 }, () => count('inference', 'user_1').count <= 20);
    expect(passed.filter(Boolean)).toHaveLength(5);
  });
});

describe('the counter that survives Redis', () => {
  it('counts locally while Redis is away, asks it once a second, and returns to it', async () => {
    const time = { nowMs: minute };
    let asked = 0;
    let isAway = true;
    const clock = { nowMs: () => time.nowMs };
    const count = createResilientCounter({
      clock,
      logger: silentLogger,
      local: createLocalCounter({ clock, instances: 1 }),
      shared: async () => {
        asked += 1;
        if (isAway) throw new Error('away');
        return { count: 100, resetAtSeconds: 0, secondsLeft: 1, blockedSeconds: 0 };
      },
    });
    for (let call = 1; call <= 5; call++) {
      expect((await count('inference', 'user_1')).count).toBe(call);
    }
    expect(asked).toBe(1);
    isAway = false;
    time.nowMs += 1_000;
    expect((await count('inference', 'user_1')).count).toBe(100);
    expect(asked).toBe(2);
  });
});
