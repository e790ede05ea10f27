import { Rerun } from './rerun';

function setUp(): { rerun: Rerun; runs: () => number; endRun: () => Promise<void> } {
  let runs = 0;
  let end = (): void => undefined;
  const rerun = new Rerun(async () => {
    runs += 1;
    await new Promise<void>((resolve) => (end = resolve));
  });
  const endRun = async (): Promise<void> => {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { rerun, runs: () => runs, endRun };
}

describe('a rerun', () => {
  it('runs once for one call', async () => {
    const { endRun, rerun, runs } = setUp();
    const asked = rerun.ask();
    await endRun();
    await asked;
    expect(runs()).toBe(1);
  });

  it('runs once more for all calls during a run, and they wait for it', async () => {
    const { endRun, rerun, runs } = setUp();
    const first = rerun.ask();
    let isOver = false;
    const others = Promise.all([rerun.ask(), rerun.ask()]).then(() => (isOver = true));
    expect(runs()).toBe(1);
    await endRun();
    expect([runs(), isOver]).toEqual([2, false]);
    await endRun();
    await Promise.all([first, others]);
    expect([runs(), isOver]).toEqual([2, true]);
  });

  it('runs again for a later call, also after a failed run', async () => {
    let runs = 0;
    const rerun = new Rerun(async () => {
      runs += 1;
      if (runs === 1) throw new Error('no');
    });
    await expect(rerun.ask()).rejects.toThrow('no');
    await rerun.ask();
    expect(runs).toBe(2);
  });
});
