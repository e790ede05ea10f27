import { silentLogger } from '@tollgate/observability';
import { createRepeatingPart } from './repeating-part';

/** Longer than any test: only waking can cause a second run. */
const intervalMs = 60_000;
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('a repeating part', () => {
  it('runs at once when it is woken', async () => {
    let runs = 0;
    const part = createRepeatingPart({
      name: 'job',
      intervalMs,
      firstDelayMs: intervalMs,
      run: async () => void runs++,
      logger: silentLogger,
    });
    await part.start?.();
    await turn();
    expect(runs).toBe(0);
    part.wake();
    await turn();
    expect(runs).toBe(1);
    await part.stop?.();
  });

  it('runs once more, and never twice at once, when it is woken while it runs', async () => {
    let runs = 0;
    let parallel = 0;
    const finish: (() => void)[] = [];
    const part = createRepeatingPart({
      name: 'job',
      intervalMs,
      run: async () => {
        runs += 1;
        expect(++parallel).toBe(1);
        await new Promise<void>((resolve) => finish.push(resolve));
        parallel -= 1;
      },
      logger: silentLogger,
    });
    await part.start?.();
    await turn();
    for (let times = 0; times < 5; times++) part.wake();
    finish.shift()?.();
    await turn();
    expect(runs).toBe(2);
    finish.shift()?.();
    await turn();
    expect(runs).toBe(2);
    await part.stop?.();
  });

  it('is not delayed by further wakes while it waits to run', async () => {
    let runs = 0;
    const part = createRepeatingPart({
      name: 'job',
      intervalMs,
      firstDelayMs: intervalMs,
      wakeDelayMs: 40,
      run: async () => void runs++,
      logger: silentLogger,
    });
    await part.start?.();
    part.wake();
    await turn();
    expect(runs).toBe(0);
    for (let times = 0; times < 12; times++) {
      part.wake();
      await turn();
    }
    expect(runs).toBeGreaterThanOrEqual(1);
    await part.stop?.();
  });

  it('continues after a failed run, and stays stopped when it is woken after its end', async () => {
    let runs = 0;
    const part = createRepeatingPart({
      name: 'job',
      intervalMs,
      run: () => {
        runs += 1;
        return Promise.reject(new Error('no'));
      },
      logger: silentLogger,
    });
    await part.start?.();
    await turn();
    part.wake();
    await turn();
    expect(runs).toBe(2);
    await part.stop?.();
    part.wake();
    await turn();
    expect(runs).toBe(2);
  });
});
