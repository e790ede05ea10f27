import { silentLogger } from '@tollgate/observability';
import { createLifecycle, type Part } from './lifecycle';

function makePart(name: string, seen: string[], fault?: 'start' | 'hang'): Part {
  return {
    name,
    start: () => {
      if (fault === 'start') throw new Error(`${name} is broken`);
      seen.push(`+${name}`);
    },
    stop: () => {
      seen.push(`-${name}`);
      return fault === 'hang' ? new Promise<void>(() => undefined) : undefined;
    },
  };
}

describe('a lifecycle', () => {
  afterEach(() => jest.useRealTimers());

  it('starts in order and stops in reverse', async () => {
    const seen: string[] = [];
    const lifecycle = createLifecycle({ logger: silentLogger });
    const parts = [makePart('store', seen), makePart('server', seen)];
    await lifecycle.start(parts);
    expect(lifecycle.isReady()).toBe(true);
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(lifecycle.isReady()).toBe(false);
    expect(seen).toEqual(['+store', '+server', '-server', '-store']);
  });

  it('stops the started parts when a later part fails', async () => {
    const seen: string[] = [];
    const lifecycle = createLifecycle({ logger: silentLogger });
    const parts = [makePart('store', seen), makePart('server', seen, 'start')];
    await expect(lifecycle.start(parts)).rejects.toThrow('server is broken');
    expect(seen).toEqual(['+store', '-store']);
  });

  it('leaves time to the parts that stop after one that hangs', async () => {
    jest.useFakeTimers();
    const done: string[] = [];
    const store: Part = {
      name: 'store',
      stop: () => new Promise((resolve) => setTimeout(() => resolve(void done.push('store')), 900)),
    };
    const lifecycle = createLifecycle({ logger: silentLogger });
    await lifecycle.start([store, makePart('server', [], 'hang')]);
    const stopping = lifecycle.stop(10_000);
    await jest.advanceTimersByTimeAsync(10_000);
    await stopping;
    expect(done).toEqual(['store']);
  });

  it('gives up on a part that does not stop', async () => {
    const seen: string[] = [];
    const lifecycle = createLifecycle({ logger: silentLogger });
    const parts = [makePart('store', seen), makePart('server', seen, 'hang')];
    await lifecycle.start(parts);
    await lifecycle.stop(20);
    expect(seen).toEqual(['+store', '+server', '-server', '-store']);
  });
});
