import { setImmediate as nextTurn } from 'node:timers/promises';
import { silentLogger } from '@tollgate/observability';
import { createWorkPool, type WorkPool } from './work-pool';

interface Piece {
  readonly name: number;
  readonly end: () => void;
}

const parallelMax = 4;
let waiting: number[];
let begun: Piece[];
let claims: number[];
let pool: WorkPool;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  waiting = [];
  begun = [];
  claims = [];
  pool = createWorkPool<number>({
    name: 'test',
    parallelMax,
    lookEveryMs: 1_000,
    claim: async (piecesMax) => {
      claims.push(piecesMax);
      return waiting.splice(0, piecesMax);
    },
    run: (name) => new Promise((resolve) => begun.push({ name, end: resolve })),
    logger: silentLogger,
  });
});
afterEach(() => jest.useRealTimers());

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

describe('a pool', () => {
  it('works on so many pieces at once, and no more', async () => {
    waiting = [1, 2, 3, 4, 5, 6];
    await pool.start?.();
    await settle();
    expect(begun.map(({ name }) => name)).toEqual([1, 2, 3, 4]);
  });

  it('fills free places at once while there is more work, beside a slow task', async () => {
    waiting = Array.from({ length: 12 }, (_, index) => index);
    await pool.start?.();
    await settle();
    for (let round = 0; round < 12; round++) {
      // All but the very first.
      begun.slice(1).forEach(({ end }) => end());
      await settle();
      jest.advanceTimersByTime(0);
      await settle();
    }
    expect(begun.map(({ name }) => name).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index),
    );
  });

  it('looks again after a while when there is nothing, or when it is woken', async () => {
    await pool.start?.();
    await settle();
    expect(claims).toHaveLength(1);
    waiting = [1];
    jest.advanceTimersByTime(1_000);
    await settle();
    expect(begun).toHaveLength(1);
    waiting = [2];
    pool.wake();
    await settle();
    expect(begun).toHaveLength(2);
  });

  it('looks more rarely after it found nothing for long, until it is woken', async () => {
    await pool.start?.();
    await settle();
    const countLooks = async (seconds: number): Promise<number> => {
      const before = claims.length;
      for (let second = 0; second < seconds; second++) {
        jest.advanceTimersByTime(1_000);
        await settle();
      }
      return claims.length - before;
    };
    expect(await countLooks(29)).toBe(29);
    expect(await countLooks(50)).toBe(10);
    pool.wake();
    await settle();
    expect(await countLooks(20)).toBe(20);
  });

  it('continues after a task that failed', async () => {
    const failing = createWorkPool<number>({
      name: 'failing',
      parallelMax,
      lookEveryMs: 1_000,
      claim: async () => waiting.splice(0, 1),
      run: async (name) => {
        begun.push({ name, end: () => undefined });
        throw new Error('no');
      },
      logger: silentLogger,
    });
    waiting = [1, 2];
    await failing.start?.();
    await settle();
    jest.advanceTimersByTime(1_000);
    await settle();
    expect(begun.map(({ name }) => name)).toEqual([1, 2]);
    await failing.stop?.();
  });

  it('finishes what it began before it stops, and begins nothing more', async () => {
    waiting = [1, 2];
    await pool.start?.();
    await settle();
    let isStopped = false;
    const stopping = Promise.resolve(pool.stop?.()).then(() => void (isStopped = true));
    waiting = [3];
    pool.wake();
    await settle();
    expect(isStopped).toBe(false);
    begun.forEach(({ end }) => end());
    await stopping;
    expect(begun).toHaveLength(2);
  });
});
