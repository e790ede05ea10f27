import { shareLoads } from './share-loads';

interface Load {
  readonly walletId: string;
  readonly end: () => void;
  readonly fail: () => void;
}

function makeWorld(): { load: ReturnType<typeof shareLoads>; loads: Load[] } {
  const loads: Load[] = [];
  const load = shareLoads(
    (walletId) =>
      new Promise((resolve, reject) => {
        loads.push({ walletId, end: resolve, fail: () => reject(new Error('billing is away')) });
      }),
  );
  return { load, loads };
}

const daily = { scope: 'key', scopeId: 'k', window: 'daily' } as const;
const weekly = { ...daily, window: 'weekly' } as const;

describe('loads of the till', () => {
  it('are shared by all calls that wait for the same wallet and counters', async () => {
    const { load, loads } = makeWorld();
    const waiting = Array.from({ length: 200 }, () => load('w', [daily]));
    expect(loads).toHaveLength(1);
    loads[0]?.end();
    await Promise.all(waiting);
  });

  it('are apart for other wallets and other counters', () => {
    const { load, loads } = makeWorld();
    void load('w', [daily]);
    void load('v', [daily]);
    void load('w', [weekly]);
    void load('w', [daily, weekly]);
    expect(loads.map(({ walletId }) => walletId)).toEqual(['w', 'v', 'w', 'w']);
  });

  it('start again after the previous load has ended or failed', async () => {
    const { load, loads } = makeWorld();
    const first = [load('w', []), load('w', [])];
    loads[0]?.fail();
    const ended = await Promise.allSettled(first);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const second = load('w', []);
    expect(loads).toHaveLength(2);
    loads[1]?.end();
    await second;
  });
});
