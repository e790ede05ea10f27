import { WakeSignal } from './wake-signal';

describe('a wake signal', () => {
  it('ends a wait', async () => {
    const wakeSignal = new WakeSignal();
    const waiting = wakeSignal.wait(60_000);
    wakeSignal.wake();
    await waiting;
  });

  it('keeps a wake for the next wait, once', async () => {
    const wakeSignal = new WakeSignal();
    wakeSignal.wake();
    wakeSignal.wake();
    await wakeSignal.wait(60_000);
    const startedMs = Date.now();
    await wakeSignal.wait(30);
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(25);
  });
});
