import { waitUntil } from './wait-until';

/** As if the machine had given the processor to somebody else. */
function standStill(ms: number): void {
  const endMs = Date.now() + ms;
  while (Date.now() < endMs);
}

describe('waiting', () => {
  it('is not over because the process stood still', async () => {
    let asked = 0;
    const probe = (): boolean => {
      asked += 1;
      standStill(150);
      return asked === 4;
    };
    await expect(waitUntil(probe, { timeoutMs: 300, pollMs: 5 })).resolves.toBe(true);
  });

  it('ends in time where the machine runs, with the last error as the cause', async () => {
    const startedMs = Date.now();
    const cause = new Error('not yet');
    const waiting = waitUntil(() => Promise.reject(cause), { timeoutMs: 200, what: 'the end' });
    await expect(waiting).rejects.toMatchObject({
      message: 'the end did not come within 200 ms',
      cause,
    });
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(199);
  });
});
