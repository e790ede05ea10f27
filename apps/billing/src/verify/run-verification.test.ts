import type { InvariantResult } from './invariants';
import { runVerificationUseCase, type LedgerCheck } from './run-verification';

const result = (id: string): InvariantResult => ({
  id,
  name: id,
  unit: 'wallets',
  count: 1,
  nanos: null,
  breaches: 0,
});

let nowMs = 0;
const failures: (readonly string[])[] = [];
beforeEach(() => {
  nowMs = 0;
  failures.length = 0;
});

function check(ids: readonly string[], takesMs = 0): LedgerCheck {
  return {
    ids,
    run: async () => {
      nowMs += takesMs;
      return ids.map(result);
    },
  };
}

const verify = (checks: readonly LedgerCheck[]) =>
  runVerificationUseCase({
    checks,
    getNowMs: () => nowMs,
    onFailure: (ids) => failures.push(ids),
  });

describe('a verification on demand', () => {
  it('checks everything, or only what is named, with what is checked together', async () => {
    const run = verify([check(['a']), check(['b', 'c'])]);
    const idsOf = async (wanted?: string[]) => (await run(wanted)).results.map(({ id }) => id);
    expect(await idsOf()).toEqual(['a', 'b', 'c']);
    expect(await idsOf(['c'])).toEqual(['b', 'c']);
    await expect(run(['a', 'other'])).rejects.toMatchObject({ param: 'invariants' });
  });

  it('begins no check after five seconds, and can be continued', async () => {
    const run = verify([check(['a'], 4_999), check(['b'], 1), check(['c']), check(['d'])]);
    const first = await run(undefined);
    expect([first.results.map(({ id }) => id), first.remaining]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(await run(first.remaining)).toMatchObject({ remaining: [] });
  });

  it('goes on after a check that fails', async () => {
    const broken = { ids: ['b'], run: () => Promise.reject(new Error('statement timeout')) };
    const run = verify([check(['a']), broken, check(['c'])]);
    expect(await run(undefined)).toMatchObject({
      results: [{ id: 'a' }, { id: 'c' }],
      failed: ['b'],
      remaining: [],
    });
    expect(failures).toEqual([['b']]);
  });

  it('is refused while another one runs, and possible again after it', async () => {
    let finish = (): void => undefined;
    const slow: LedgerCheck = {
      ids: ['a'],
      run: () => new Promise((resolve) => (finish = () => resolve([result('a')]))),
    };
    const run = verify([slow]);
    const first = run(undefined);
    await expect(run(undefined)).rejects.toMatchObject({ reason: 'conflict' });
    finish();
    await first;
    const second = run(undefined);
    finish();
    expect((await second).results).toHaveLength(1);
  });
});
