import { waitUntil } from './wait-until';

describe('waitUntil', () => {
  it('gives the first truthy value, and counts a throw as "not yet"', async () => {
    let calls = 0;
    const value = await waitUntil(
      () => {
        calls += 1;
        if (calls === 1) throw new Error('not yet');
        return calls === 3 ? 'three' : '';
      },
      { timeoutMs: 5_000, pollMs: 1 },
    );
    expect(value).toBe('three');
  });

  it('gives up after its time, naming what was awaited and the last error', async () => {
    const waiting = waitUntil(() => Promise.reject(new Error('refused')), {
      timeoutMs: 20,
      pollMs: 5,
      what: 'the server',
    });
    await expect(waiting).rejects.toMatchObject({
      message: 'the server did not come within 20 ms',
      cause: expect.objectContaining({ message: 'refused' }),
    });
  });
});
