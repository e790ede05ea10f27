import { defineConfig } from '@tollgate/config';
import { startService } from './start-service';

function makeHost(env: Readonly<Record<string, string>>) {
  const printed: string[] = [];
  const exits: number[] = [];
  const listeners = new Map<string, () => void>();
  const host = {
    env,
    stderr: { write: (text: string) => printed.push(text) },
    on: (event: string, listener: () => void) => listeners.set(event, listener),
    exit: (code: number) => exits.push(code),
  };
  return { host, printed, exits, signal: (name: string) => listeners.get(name)?.() };
}

const definition = defineConfig({
  name: 'sample',
  read: (env) => ({
    logLevel: 'error' as const,
    first: env.text('FIRST', { about: 'needed' }),
    second: env.text('SECOND', { about: 'needed too' }),
  }),
});

const connectNeighbours = () => ({ close: () => undefined });

describe('starting a service', () => {
  it('names every fault of the settings at once, and exits with 1', () => {
    const { host, printed, exits } = makeHost({});
    startService({ definition, host, connectNeighbours, start: async () => undefined });
    expect(printed.join('')).toMatch(/sample cannot start:\n.*FIRST.*\n.*SECOND/);
    expect(exits).toEqual([1]);
  });

  it('is ready once its parts have started, and drains them on a signal', async () => {
    const { host, exits, signal } = makeHost({ FIRST: 'a', SECOND: 'b' });
    const steps: string[] = [];
    let isReady = (): boolean => true;
    startService({
      definition,
      host,
      connectNeighbours,
      start: ({ config, lifecycle }) => {
        isReady = lifecycle.isReady;
        const part = {
          name: 'part',
          start: () => void steps.push(`start ${config.first}, ready ${isReady()}`),
          stop: () => void steps.push('stop'),
        };
        return lifecycle.start([part]);
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(steps).toEqual(['start a, ready false']);
    expect(isReady()).toBe(true);
    signal('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(steps).toEqual(['start a, ready false', 'stop']);
    expect(exits).toEqual([0]);
  });

  it('closes the clients of other services after the parts have stopped', async () => {
    const { host, signal } = makeHost({ FIRST: 'a', SECOND: 'b' });
    const steps: string[] = [];
    startService({
      definition,
      host,
      connectNeighbours: (config) => ({
        name: config.second,
        close: () => void steps.push('close'),
      }),
      start: ({ lifecycle }, { name }) =>
        lifecycle.start([{ name: 'part', stop: () => void steps.push(`stop ${name}`) }]),
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    signal('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(steps).toEqual(['stop b', 'close']);
  });
});
