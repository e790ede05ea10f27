import { silentLogger } from '@tollgate/observability';
import type { GoodwillUse } from '@tollgate/till';
import { GoodwillKeeper } from './goodwill-keeper';

const state = { limitNanos: 10n, usedNanos: 7n, resetsAtMs: undefined };

function makeKeeper(answers: readonly (GoodwillUse | Error)[], load = async () => undefined) {
  const asked: boolean[] = [];
  const left = [...answers];
  const keeper = new GoodwillKeeper({
    goodwill: {
      use: async (_walletId, _nanos, { mustBeFresh }) => {
        asked.push(mustBeFresh);
        const answer = left.shift() ?? new Error('asked too often');
        if (answer instanceof Error) throw answer;
        return answer;
      },
      read: async () => state,
    },
    load,
    logger: silentLogger,
  });
  return { keeper, asked };
}

describe('the keeper of goodwill', () => {
  it('covers what the till covers, and nothing beyond it', async () => {
    const { keeper } = makeKeeper([
      { kind: 'covered', ...state },
      { kind: 'exceeded', ...state },
    ]);
    expect(await keeper.use('w', 1n)).toMatchObject({ isCovered: true, state });
    expect(await keeper.use('w', 9n)).toMatchObject({ isCovered: false, state });
  });

  it('loads an unknown allowance once, then asks again', async () => {
    const load = jest.fn(async () => undefined);
    const { asked, keeper } = makeKeeper(
      [{ kind: 'not-loaded' }, { kind: 'exceeded', ...state }],
      load,
    );
    expect((await keeper.use('w', 1n)).isCovered).toBe(false);
    expect([load.mock.calls.length, asked]).toEqual([1, [true, false]]);
  });

  it('uses the allowance in the till while billing is down', async () => {
    const load = () => Promise.reject(new Error('billing is away'));
    const { keeper } = makeKeeper([{ kind: 'not-loaded' }, { kind: 'exceeded', ...state }], load);
    expect((await keeper.use('w', 1n)).isCovered).toBe(false);
  });

  it('covers an ending while the till is down', async () => {
    const { keeper } = makeKeeper([new Error('Redis is away')]);
    expect(await keeper.use('w', 1n)).toEqual({ isCovered: true, state: undefined });
  });
});
