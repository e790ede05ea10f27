import { batchNames } from './batch-names';

function setUp() {
  const reads: (readonly string[])[] = [];
  const load = batchNames(async (ids) => {
    reads.push(ids);
    if (ids.includes('broken')) throw new Error('away');
    return new Map(ids.filter((id) => id !== 'unknown').map((id) => [id, `name of ${id}`]));
  });
  return { load, reads };
}

describe('names of owners', () => {
  it('are read together, each once', async () => {
    const { load, reads } = setUp();
    const names = await Promise.all(['a', 'b', 'a', 'unknown'].map(load));
    expect(names).toEqual(['name of a', 'name of b', 'name of a', null]);
    expect(reads).toEqual([['a', 'b', 'unknown']]);
    await load('c');
    expect(reads[1]).toEqual(['c']);
  });

  it('are read in parts of 100', async () => {
    const { load, reads } = setUp();
    await Promise.all(Array.from({ length: 250 }, (_, index) => load(`id ${index}`)));
    expect(reads.map((ids) => ids.length)).toEqual([100, 100, 50]);
  });

  it('fail together, and are read again when they are asked for again', async () => {
    const { load } = setUp();
    await expect(Promise.all([load('a'), load('broken')])).rejects.toThrow('away');
    expect(await load('a')).toBe('name of a');
  });
});
