import { defineConfig, SettingError } from '@tollgate/config';
import type { Part } from '@tollgate/lifecycle';
import { runService, runServices } from './run-services';
import { defineService, type Local, type Service } from './service';

function makeHost(env: Readonly<Record<string, string>>) {
  const printed: string[] = [];
  const exits: number[] = [];
  const listeners = new Map<string, (...values: unknown[]) => void>();
  const host = {
    env,
    stderr: { write: (text: string) => printed.push(text) },
    on: (event: string, listener: (...values: unknown[]) => void) => listeners.set(event, listener),
    exit: (code: number) => exits.push(code),
  };
  return { host, printed, exits, signal: (name: string) => listeners.get(name)?.() };
}

/** A service with one part that writes down what happens to it. */
function makeService(
  name: string,
  steps: string[],
  more: { readonly part?: Partial<Part>; readonly onLocal?: (local: Local) => void } = {},
): Service {
  const config = defineConfig({
    name,
    read: (env) => ({ logLevel: 'error' as const, word: env.text('WORD', { about: 'needed' }) }),
  });
  return defineService({
    config,
    connectNeighbours: (_config, _logger, local) => {
      more.onLocal?.(local);
      return { close: () => void steps.push(`close ${name}`) };
    },
    start: async ({ config: { word }, lifecycle }) => {
      const part = {
        name: 'part',
        start: () => void steps.push(`start ${name} with ${word}`),
        stop: () => void steps.push(`stop ${name}`),
        ...more.part,
      };
      await lifecycle.start([part]);
      return {};
    },
  });
}

/** In turns: where the machine stands still, only one of them is late. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('a service with a process of its own', () => {
  it('is drained on a signal, closes its clients after that, and exits with 0', async () => {
    const { host, exits, signal } = makeHost({ WORD: 'a' });
    const steps: string[] = [];
    runService(makeService('one', steps), { host, directory: '.' });
    await settle();
    expect(steps).toEqual(['start one with a']);
    signal('SIGTERM');
    await settle();
    expect(steps).toEqual(['start one with a', 'stop one', 'close one']);
    expect(exits).toEqual([0]);
  });

  it('ends at once with 1 on a second signal', async () => {
    const { host, exits, signal } = makeHost({ WORD: 'a' });
    const part = { stop: () => new Promise<void>(() => undefined) };
    runService(makeService('one', [], { part }), { host, directory: '.' });
    await settle();
    signal('SIGTERM');
    await settle();
    expect(exits).toEqual([]);
    signal('SIGINT');
    expect(exits).toEqual([1]);
  });

  it('exits with 1 when a part cannot start', async () => {
    const { host, exits } = makeHost({ WORD: 'a' });
    const part = { start: () => Promise.reject(new Error('the spool is locked')) };
    runService(makeService('one', [], { part }), { host, directory: '.' });
    await settle();
    expect(exits).toEqual([1]);
  });

  it('prints one line and exits with 1 when a setting cannot be used', async () => {
    const { host, exits, printed } = makeHost({ WORD: 'a' });
    const error = new SettingError('HTTP_PORT must be a free port, not 1');
    const part = { start: () => Promise.reject(error) };
    runService(makeService('one', [], { part }), { host, directory: '.' });
    await settle();
    expect(printed).toEqual(['one cannot start:\n  - HTTP_PORT must be a free port, not 1\n']);
    expect(exits).toEqual([1]);
  });

  it('drains and exits with 1 after an uncaught exception', async () => {
    const { host, exits, signal } = makeHost({ WORD: 'a' });
    const steps: string[] = [];
    runService(makeService('one', steps), { host, directory: '.' });
    await settle();
    signal('uncaughtException');
    await settle();
    expect(steps).toContain('stop one');
    expect(exits).toEqual([1]);
  });
});

describe('services that share a process', () => {
  afterEach(() => jest.useRealTimers());

  it('start together and stop one after the other, the last first', async () => {
    const { host, exits, signal } = makeHost({ WORD: 'a', TWO__WORD: 'b' });
    const steps: string[] = [];
    const services = [makeService('one', steps), makeService('two', steps)];
    runServices(services, { host, directoryOf: (name) => name });
    await settle();
    expect(steps).toEqual(['start one with a', 'start two with b']);
    signal('SIGTERM');
    await settle();
    expect(steps.slice(2)).toEqual(['stop two', 'close two', 'stop one', 'close one']);
    expect(exits).toEqual([0]);
  });

  it('stop within one bound, though every one of them hangs', async () => {
    jest.useFakeTimers();
    const { host, exits, signal } = makeHost({ WORD: 'a' });
    const part = { stop: () => new Promise<void>(() => undefined) };
    const services = ['one', 'two', 'three'].map((name) => makeService(name, [], { part }));
    runServices(services, { host, directoryOf: (name) => name, stopMsMax: 10_000 });
    await jest.advanceTimersByTimeAsync(0);
    signal('SIGTERM');
    // The first takes most of the time; it must not end before.
    await jest.advanceTimersByTimeAsync(8_000);
    expect(exits).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(exits).toEqual([0]);
  });

  it('have time left after one that hangs', async () => {
    jest.useFakeTimers();
    const { host, exits, signal } = makeHost({ WORD: 'a' });
    const steps: string[] = [];
    const hanging = { stop: () => new Promise<void>(() => undefined) };
    const note = (): void => void steps.push('flushed');
    const flushing = {
      stop: () => new Promise<void>((resolve) => setTimeout(resolve, 800)).then(note),
    };
    const services = [
      makeService('one', [], { part: flushing }),
      makeService('two', [], { part: hanging }),
    ];
    runServices(services, { host, directoryOf: (name) => name, stopMsMax: 10_000 });
    await jest.advanceTimersByTimeAsync(0);
    signal('SIGTERM');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(steps).toEqual(['flushed']);
    expect(exits).toEqual([0]);
  });

  it('all stop when one of them cannot start', async () => {
    const { host, exits } = makeHost({ WORD: 'a' });
    const steps: string[] = [];
    const part = { start: () => Promise.reject(new Error('the spool is locked')) };
    const services = [makeService('one', steps), makeService('two', steps, { part })];
    runServices(services, { host, directoryOf: (name) => name });
    await settle();
    expect(steps).toContain('stop one');
    expect(exits).toEqual([1]);
  });

  it('name every fault of all settings at once, and start nothing', async () => {
    const { host, printed, exits } = makeHost({});
    const steps: string[] = [];
    const services = [makeService('one', steps), makeService('two', steps)];
    runServices(services, { host, directoryOf: (name) => name });
    await settle();
    expect(printed.join('')).toMatch(/one cannot start:\n.*WORD.*\ntwo cannot start:\n.*WORD/);
    expect(exits).toEqual([1]);
    expect(steps).toEqual([]);
  });
});

describe('a program with the argument migrate', () => {
  const migrateAlone = (services: readonly Service[], env = {}) => {
    const made = makeHost(env);
    const host = { ...made.host, argv: ['node', 'main.js', 'migrate'] };
    runServices(services, { host, directoryOf: (name) => `files of ${name}` });
    return made;
  };

  it('migrates its services and starts none', async () => {
    const steps: string[] = [];
    const service: Service = {
      ...makeService('one', steps),
      migrate: ({ directory, environment }) => {
        steps.push(`migrate ${directory} with ${environment['WORD']}`);
        return Promise.resolve();
      },
    };
    const { exits } = migrateAlone([service, makeService('two', steps)], { ONE__WORD: 'a' });
    await settle();
    expect(steps).toEqual(['migrate files of one with a']);
    expect(exits).toEqual([0]);
  });

  it('ends with 1 when a migration fails', async () => {
    const migrate = () => Promise.reject(new Error('no\nanswer'));
    const { exits, printed } = migrateAlone([{ ...makeService('one', []), migrate }]);
    await settle();
    expect(printed).toEqual(['one cannot migrate: no answer\n']);
    expect(exits).toEqual([1]);
  });
});

describe('a program with an unknown argument', () => {
  it('says what is known and ends with 2', () => {
    const { exits, host, printed } = makeHost({ WORD: 'a' });
    const argv = ['node', 'main.js', '--help'];
    const steps: string[] = [];
    runService(makeService('one', steps), { host: { ...host, argv }, directory: '.' });
    expect(printed.join('')).toMatch(/^unknown argument "--help": [^\n]+\n$/);
    expect([exits, steps]).toEqual([[2], []]);
  });
});
