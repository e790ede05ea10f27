import { setTimeout as sleep } from 'node:timers/promises';
import { startFairClock } from './fair-clock';

describe('a fair clock', () => {
  /** Runs for at least 100 ms while the host takes `stolenMs`, and returns what was left out. */
  async function leaveOut(stolenMs: number): Promise<{ leftOutMs: number; elapsedMs: number }> {
    let totalMs = 5_000;
    const startedAtMs = Date.now();
    const clock = startFairClock(() => totalMs);
    totalMs += stolenMs;
    await sleep(100);
    const leftOutMs = clock.stop();
    return { leftOutMs, elapsedMs: Date.now() - startedAtMs };
  }

  it('leaves out what the host took from any core', async () => {
    // Less than one tick: no more than the tick that sees it can be left out of it.
    expect((await leaveOut(10)).leftOutMs).toBeGreaterThanOrEqual(10);
  });

  it('leaves out no more time than has passed, though two cores were taken', async () => {
    const { elapsedMs, leftOutMs } = await leaveOut(10_000);
    expect(leftOutMs).toBeGreaterThan(0);
    expect(leftOutMs).toBeLessThanOrEqual(elapsedMs);
  });

  it('reads the stolen time of this machine without a fault', async () => {
    const clock = startFairClock();
    await sleep(50);
    expect(clock.getNowMs()).toBeLessThanOrEqual(Date.now());
    clock.stop();
  });
});
