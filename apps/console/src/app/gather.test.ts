import { createGather } from './gather';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('gathered work', () => {
  it('runs once for requests that come together', () => {
    const work = jest.fn();
    const { ask } = createGather(work, { gatherMs: 1_000 });
    ask();
    jest.advanceTimersByTime(999);
    ask();
    expect(work).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(10_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('runs soon after the first request, and then at most once in its time', () => {
    const work = jest.fn();
    const { ask } = createGather(work, { gatherMs: 1_000, everyMs: 5_000 });
    // A request every 100 ms for 21 seconds: runs after 1, 6, 11, 16 and 21 seconds.
    for (let ms = 0; ms < 21_000; ms += 100) {
      ask();
      jest.advanceTimersByTime(100);
    }
    expect(work).toHaveBeenCalledTimes(5);
    // The last requests are not lost.
    ask();
    jest.advanceTimersByTime(5_000);
    expect(work).toHaveBeenCalledTimes(6);
  });

  it('does not run after it was stopped', () => {
    const work = jest.fn();
    const { ask, stop } = createGather(work, { gatherMs: 1_000 });
    ask();
    stop();
    jest.advanceTimersByTime(5_000);
    expect(work).not.toHaveBeenCalled();
  });
});
