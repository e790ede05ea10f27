import { runHost } from './run-host';

describe('a host with some of the services', () => {
  it('refuses to start without one that SERVICES names', () => {
    const printed: string[] = [];
    const exits: number[] = [];
    const host = {
      env: { SERVICES: 'edge,relay' },
      stderr: { write: (text: string) => printed.push(text) },
      on: () => undefined,
      exit: (code: number) => exits.push(code),
    };
    const prepare = (): never => {
      throw new Error('must not be prepared');
    };
    runHost({ services: { edge: { name: 'edge', prepare } }, host, directory: '.' });
    expect(printed.join('')).toBe('this program has edge; SERVICES names relay too\n');
    expect(exits).toEqual([1]);
  });
});
