import { Bell } from './bell';

describe('a bell', () => {
  it('ends a wait', async () => {
    const bell = new Bell();
    const waiting = bell.wait(60_000);
    bell.ring();
    await waiting;
  });

  it('keeps a ring for the next wait, once', async () => {
    const bell = new Bell();
    bell.ring();
    bell.ring();
    await bell.wait(60_000);
    const startedMs = Date.now();
    await bell.wait(30);
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(25);
  });
});
