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
    const blockTurns = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn++) {
        block(150);
        await sleep(1);
      }
    };
    await blockTurns();
    // From now on delays are measured.
    readLoad();
    await blockTurns();
    const busy = readLoad();
    expect(busy.loopDelayMs).toBeGreaterThan(100);
    expect(idleMs).toBeLessThan(busy.loopDelayMs);
    // A calm sample ends the measurement, which would count in the next test.
    await sleep(loadSampleMs);
    readLoad();
  });

  it('does not wake an idle process to measure delays', async () => {
    const countTurns = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;
    const readLoad = createLoadReader();
    let turns = Infinity;
    // The calmest of some samples: the test runner has work of its own.
    for (let sample = 0; sample < samplesMax && turns >= 15; sample++) {
      readLoad();
      const before = countTurns();
      await sleep(loadSampleMs);
      turns = Math.min(turns, countTurns() - before);
    }
    expect(turns).toBeLessThan(15);
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
