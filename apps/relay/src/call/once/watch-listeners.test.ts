import { watchListeners } from './watch-listeners';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const times = { beatMs: 1_000, lonelyMs: 5_000 };

/** `followedMs`: how long ago a repeated call has looked. */
function watch(followedMs: () => number | undefined, hasRoom = true) {
  const client = new AbortController();
  const left = { count: 0 };
  const leave = (): void => void (left.count += 1);
  const enterRoom = () => (hasRoom ? leave : undefined);
  const recorder = { beat: async () => followedMs() };
  const listeners = watchListeners(recorder, client.signal, { ...times, enterRoom });
  return { client, listeners, left };
}

describe('a call with an Idempotency-Key', () => {
  it('goes on for a while without its client, and is cancelled then', async () => {
    const { client, left, listeners } = watch(() => 1_000_000);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(listeners.gone.aborted).toBe(false);
    client.abort();
    await jest.advanceTimersByTimeAsync(4_000);
    expect(listeners.gone.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(listeners.gone.aborted).toBe(true);
    listeners.end();
    expect(left.count).toBe(1);
  });

  it('goes on while another client follows it, and while that is not known', async () => {
    for (const followedMs of [100, undefined]) {
      const { client, listeners } = watch(() => followedMs);
      client.abort();
      await jest.advanceTimersByTimeAsync(60_000);
      expect(listeners.gone.aborted).toBe(false);
      listeners.end();
    }
  });

  it('is cancelled at once when there is no room for another one without a client', async () => {
    const { client, listeners } = watch(() => 4_000, false);
    client.abort();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(listeners.gone.aborted).toBe(true);
    listeners.end();
  });

  it('is cancelled when the process ends and its client is gone', () => {
    const { client, listeners } = watch(() => 100);
    listeners.stopWaiting();
    expect(listeners.gone.aborted).toBe(false);
    client.abort();
    expect(listeners.gone.aborted).toBe(true);
    listeners.end();
  });
});
