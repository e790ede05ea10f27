import { setTimeout as sleep } from 'node:timers/promises';
import { refusalStepMs, startRefusalPace } from './refusal-pace';

/** Timers are exact to about a millisecond, and early by less than one. */
const early = 1.5;
const attempts = 10;

describe('the pace of refusals', () => {
  it('lets a refusal go one step after the request came, however soon it was known', async () => {
    const elapsedMs: number[] = [];
    // On a busy machine some of them wait for the processor, too.
    for (let attempt = 0; attempt < attempts; attempt++) {
      const startedAtMs = performance.now();
      const pace = startRefusalPace();
      await sleep(refusalStepMs / 3);
      await pace.wait();
      elapsedMs.push(performance.now() - startedAtMs);
    }
    const shortestMs = Math.min(...elapsedMs);
    expect(shortestMs).toBeGreaterThan(refusalStepMs - early);
    expect(shortestMs).toBeLessThan(refusalStepMs * 2 - early);
  });

  it('lets one that was known late go at the end of a later step', async () => {
    const startedAtMs = performance.now();
    const pace = startRefusalPace();
    await sleep(refusalStepMs * 1.4);
    await pace.wait();
    expect(performance.now() - startedAtMs).toBeGreaterThan(refusalStepMs * 2 - early);
  });
});
