import { setTimeout as sleep } from 'node:timers/promises';
import { createLoadReader, createLoadWatch, getMemoryBytesMax, loadSampleMs } from './read-load';

function block(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

const samplesMax = 10;

describe('the load of this process', () => {
  it('distinguishes a busy event loop from an idle one', async () => {
    const readLoad = createLoadReader();
    let idleMs = Infinity;
    // The calmest of some samples: a machine that stood still looks like a busy loop.
    for (let sample = 0; sample < samplesMax && idleMs > 50; sample++) {
      await sleep(loadSampleMs);
      idleMs = Math.min(idleMs, readLoad().loopDelayMs);
    }
    for (let turn = 0; turn < 5; turn++) {
      block(150);
      await sleep(1);
    }
    const busy = readLoad();
    expect(busy.loopDelayMs).toBeGreaterThan(100);
    expect(idleMs).toBeLessThan(busy.loopDelayMs);
  });

  it('detects a loop turn that took longer than a sample', async () => {
    const readLoad = createLoadReader();
    readLoad();
    block(loadSampleMs + 300);
    expect(readLoad().loopDelayMs).toBeGreaterThan(250);
  });

  it('counts memory outside of the heap', () => {
    const readLoad = createLoadReader();
    const before = readLoad().memoryBytes;
    const buffer = Buffer.alloc(64 * 1024 * 1024);
    expect(readLoad().memoryBytes - before).toBeGreaterThan(buffer.length / 2);
    expect(getMemoryBytesMax()).toBeGreaterThan(buffer.length);
  });
});

describe('a watch of the load', () => {
  afterEach(() => jest.useRealTimers());

  it('samples once for all listeners, and no more when the last one has left', () => {
    jest.useFakeTimers();
    let samples = 0;
    const watch = createLoadWatch(() => ({ loopDelayMs: ++samples, memoryBytes: 0 }));
    const heard: string[] = [];
    const leaveFirst = watch(({ loopDelayMs }) => void heard.push(`first ${loopDelayMs}`));
    const leaveSecond = watch(({ loopDelayMs }) => void heard.push(`second ${loopDelayMs}`));
    jest.advanceTimersByTime(loadSampleMs);
    leaveFirst();
    jest.advanceTimersByTime(loadSampleMs);
    leaveSecond();
    jest.advanceTimersByTime(10 * loadSampleMs);
    // The first reading only begins the first sample.
    expect(heard).toEqual(['first 2', 'second 2', 'second 3']);
    expect(samples).toBe(3);
  });
});
