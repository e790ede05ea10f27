import { silentLogger } from '@tollgate/observability';
import { aHold, makeFakeTill } from '../../test/support/fake-till';
import { SettleQueue } from './settle-queue';

/** Endings may be gathered for a moment. */
const soonMs = 150;
const onSpend = jest.fn();

describe('the settle queue', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    onSpend.mockReset();
  });

  it('settles in the till, then calls onFinal', async () => {
    const { till, asked } = makeFakeTill();
    const queue = new SettleQueue({ onSpend, till, logger: silentLogger });
    const onDone = jest.fn();
    queue.finalize(aHold('a'), 7n, onDone);
    expect(onDone).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(soonMs);
    expect(asked).toEqual(['finalize a 7']);
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(queue.size).toBe(0);
  });

  it('reports once a round what was spent, and not again for a repeat', async () => {
    const { till } = makeFakeTill();
    const queue = new SettleQueue({ onSpend, till, logger: silentLogger });
    const ignore = (): void => undefined;
    queue.finalize(aHold('a'), 7n, ignore);
    queue.finalize(aHold('b'), 5n, ignore);
    queue.release(aHold('c'));
    await jest.advanceTimersByTimeAsync(soonMs);
    expect(onSpend.mock.calls).toEqual([[12n]]);
    queue.finalize(aHold('a'), 7n, ignore);
    await jest.advanceTimersByTimeAsync(soonMs);
    expect(onSpend).toHaveBeenCalledTimes(1);
  });

  it('retries while the till is down, and loses nothing', async () => {
    const fake = makeFakeTill();
    fake.isAway = true;
    const queue = new SettleQueue({ onSpend, till: fake.till, logger: silentLogger });
    const done: string[] = [];
    queue.finalize(aHold('a'), 7n, () => done.push('a'));
    queue.release(aHold('b'));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(queue.size).toBe(2);
    expect(done).toEqual([]);
    expect(queue.listFinal()).toEqual([{ hold: aHold('a'), costNanos: 7n }]);

    fake.isAway = false;
    fake.asked.length = 0;
    await jest.advanceTimersByTimeAsync(300);
    expect(fake.asked.sort()).toEqual(['finalize a 7', 'release b']);
    expect(done).toEqual(['a']);
    expect(queue.size).toBe(0);
  });

  it('keeps one timer for all that wait', async () => {
    const fake = makeFakeTill();
    fake.isAway = true;
    const queue = new SettleQueue({ onSpend, till: fake.till, logger: silentLogger });
    for (let index = 0; index < 50; index++) queue.release(aHold(`h${index}`));
    await jest.advanceTimersByTimeAsync(soonMs);
    expect(jest.getTimerCount()).toBe(1);
  });

  it('waits for pending settlements when it stops, up to a limit', async () => {
    const fake = makeFakeTill();
    fake.isAway = true;
    const queue = new SettleQueue({ onSpend, till: fake.till, logger: silentLogger });
    queue.release(aHold('a'));
    let isStopped = false;
    const stopping = queue.stop().then(() => {
      isStopped = true;
    });
    await jest.advanceTimersByTimeAsync(4_000);
    expect(isStopped).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    await stopping;
    expect(jest.getTimerCount()).toBe(0);
  });
});
