import { silentLogger } from '@tollgate/observability';
import { createLifecycle, type Part } from './lifecycle';
import { runService, type HostProcess } from './run-service';

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

  it('gives up on a part that does not stop', async () => {
    const seen: string[] = [];
    const lifecycle = createLifecycle({ logger: silentLogger, drainMsMax: 20 });
    const parts = [makePart('store', seen), makePart('server', seen, 'hang')];
    await lifecycle.start(parts);
    await lifecycle.stop();
    expect(seen).toEqual(['+store', '+server', '-server', '-store']);
  });
});

describe('runService', () => {
  function makeHost(): {
    listeners: Map<string, (...values: unknown[]) => void>;
    exits: number[];
    exited: Promise<void>;
  } & {
    on: (event: string, listener: (...values: unknown[]) => void) => void;
    exit: (code: number) => void;
  } {
    const listeners = new Map<string, (...values: unknown[]) => void>();
    const exits: number[] = [];
    let done: () => void = () => undefined;
    const exited = new Promise<void>((resolve) => (done = resolve));
    return {
      listeners,
      exits,
      exited,
      on: (event, listener) => void listeners.set(event, listener),
      exit: (code) => {
        exits.push(code);
        done();
      },
    };
  }

  const run = (host: HostProcess, part: Part): Promise<void> =>
    runService({ logger: silentLogger, host, start: (lifecycle) => lifecycle.start([part]) });

  it('drains on SIGTERM and exits with 0', async () => {
    const seen: string[] = [];
    const host = makeHost();
    await run(host, makePart('server', seen));
    host.listeners.get('SIGTERM')?.();
    await host.exited;
    expect(seen).toEqual(['+server', '-server']);
    expect(host.exits).toEqual([0]);
  });

  it('exits with 1 when a part cannot start', async () => {
    const host = makeHost();
    await run(host, makePart('server', [], 'start'));
    expect(host.exits).toEqual([1]);
  });

  it('exits with 1 when the service cannot be built', async () => {
    const host = makeHost();
    const start = (): Promise<void> => Promise.reject(new Error('the spool is locked'));
    await runService({ logger: silentLogger, host, start });
    expect(host.exits).toEqual([1]);
  });
});
