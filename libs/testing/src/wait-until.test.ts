import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { measureWork, waitUntil } from './wait-until';

/** Stops this process without using the CPU, as a machine does that runs others. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Blocks the event loop by work that takes so much time of a processor. */
function work(cpuMs: number): void {
  const { system, user } = process.threadCpuUsage();
  const readMicros = (): number => {
    const now = process.threadCpuUsage();
    return now.system + now.user - system - user;
  };
  while (readMicros() < cpuMs * 1_000);
}

function answerAfter(probes: number, pause: () => void): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    pause();
    return count === probes;
  };
}

describe('waiting', () => {
  it('does not count time in which the machine did not run the process', async () => {
    const probe = answerAfter(4, () => standStill(500));
    await expect(waitUntil(probe, { timeoutMs: 1_000, pollMs: 5 })).resolves.toBe(true);
  });

  it('does not mistake the work of other threads for a blocked event loop', async () => {
    const other = new Worker('for (;;);', { eval: true });
    try {
      await once(other, 'online');
      const probe = answerAfter(4, () => standStill(500));
      await expect(waitUntil(probe, { timeoutMs: 1_000, pollMs: 5 })).resolves.toBe(true);
    } finally {
      await other.terminate();
    }
  });

  it('counts time in which the process blocked its own event loop', async () => {
    const probe = answerAfter(10, () => work(150));
    const waiting = waitUntil(probe, { timeoutMs: 300, pollMs: 5 });
    await expect(waiting).rejects.toThrow('the condition did not come within 300 ms');
  });

  it('reports a stall of more than a second', async () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const probe = answerAfter(2, () => standStill(700));
      await waitUntil(probe, { timeoutMs: 300, pollMs: 5, what: 'an answer' });
      expect(write).toHaveBeenCalledWith(
        expect.stringMatching(/^waiting for an answer: the machine stood still for \d{4,5} ms\n$/),
      );
    } finally {
      write.mockRestore();
    }
  });

  it('ends in time where the machine runs, with the last error as the cause', async () => {
    const startedMs = Date.now();
    const cause = new Error('not yet');
    const waiting = waitUntil(() => Promise.reject(cause), { timeoutMs: 200, what: 'the end' });
    await expect(waiting).rejects.toMatchObject({
      message: 'the end did not come within 200 ms',
      cause,
    });
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(199);
  });
});

describe('measuring', () => {
  it('leaves out a stall of the machine', async () => {
    const { ms, result } = await measureWork(async () => {
      await sleep(100);
      standStill(1_500);
      return 'done';
    });
    expect(result).toBe('done');
    expect(ms).toBeLessThan(1_000);
  });
});
