import { readHeapAfterGc } from './read-heap-after-gc';

const mebibyte = 1024 * 1024;

describe('the heap after a garbage collection', () => {
  const fill = (): number[][] =>
    Array.from({ length: 100 }, () => Array.from({ length: mebibyte / 16 }, Math.random));

  it('holds what is still referred to, and no garbage', async () => {
    const before = await readHeapAfterGc();
    let kept: number[][] | undefined = fill();
    expect((await readHeapAfterGc()) - before).toBeGreaterThan(40 * mebibyte);
    expect(kept).toHaveLength(100);
    kept = undefined;
    fill();
    expect((await readHeapAfterGc()) - before).toBeLessThan(10 * mebibyte);
  });
});
