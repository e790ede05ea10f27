import { RefusalQueue } from './refusal-queue';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('refusals that come all at once', () => {
  it('are made a few at a time, in order, until none is left', async () => {
    const queue = new RefusalQueue();
    const made: number[] = [];
    for (let index = 0; index < 100; index++) queue.add(() => void made.push(index));
    expect(made).toEqual([]);
    let turns = 0;
    let before = 0;
    while (made.length < 100 && turns < 100) {
      await turn();
      expect(made.length - before).toBeLessThanOrEqual(32);
      before = made.length;
      turns += 1;
    }
    expect(made).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(turns).toBeGreaterThan(3);
    queue.add(() => void made.push(100));
    await turn();
    await turn();
    expect(made.at(-1)).toBe(100);
  });
});
