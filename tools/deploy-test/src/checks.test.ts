import { Checks } from './checks';

const good = (): Promise<string | undefined> => Promise.resolve('two calls');
const bad = (): Promise<never> =>
  Promise.reject(new Error('fetch failed', { cause: new Error('refused') }));

describe('the checks of a deploy test', () => {
  it('are printed and counted', async () => {
    const lines: string[] = [];
    const checks = new Checks((line) => lines.push(line), new AbortController().signal);
    expect(checks.summarize()).toEqual({ line: '0 passed, 0 failed', exitCode: 1 });
    await checks.run('one', good);
    expect(checks.summarize()).toEqual({ line: '1 passed, 0 failed', exitCode: 0 });
    await checks.run('two', bad);
    expect(checks.summarize()).toEqual({ line: '1 passed, 1 failed', exitCode: 1 });
    expect(lines[0]).toMatch(/^ok {5}one \(\d+\.\d s\): two calls$/);
    expect(lines[1]).toMatch(/^FAILED two \(\d+\.\d s\): fetch failed \(refused\)$/);
  });

  it('end with an interruption', async () => {
    const checks = new Checks(() => undefined, AbortSignal.abort(new Error('ended by SIGINT')));
    await expect(checks.run('one', good)).rejects.toThrow('ended by SIGINT');
    expect(checks.passed).toBe(0);
  });
});
