import { setTimeout as sleep } from 'node:timers/promises';
import { refusalStepMs, startRefusalPace } from './refusal-pace';

/** Timers are exact to about a millisecond, and early by less than one. */
const early = 1.5;

describe('the pace of refusals', () => {
  it('lets a refusal go one step after the request came, however soon it was known', async () => {
    const startedAtMs = performance.now();
    const pace = startRefusalPace();
    await sleep(refusalStepMs / 3);
    await pace.wait();
    const elapsedMs = performance.now() - startedAtMs;
    expect(elapsedMs).toBeGreaterThan(refusalStepMs - early);
    expect(elapsedMs).toBeLessThan(refusalStepMs * 2 - early);
  });

  it('lets one that was known late go at the end of a later step', async () => {
    const startedAtMs = performance.now();
    const pace = startRefusalPace();
    await sleep(refusalStepMs * 1.4);
    await pace.wait();
    expect(performance.now() - startedAtMs).toBeGreaterThan(refusalStepMs * 2 - early);
  });
});
