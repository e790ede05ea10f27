import { RowCache, type RowVersion } from './row-cache';

interface Row {
  readonly id: string;
  readonly text: string;
}

/** A table whose rows are read through the cache, and which of them were fetched. */
function makeTable() {
  const rows = new Map<string, { version: number; text: string }>();
  const fetched: string[][] = [];
  const cache = new RowCache<Row, { readonly text: string }>(({ text }) => ({ text }));
  return {
    fetched,
    save: (id: string, text: string) =>
      void rows.set(id, { text, version: (rows.get(id)?.version ?? 0) + 1 }),
    remove: (id: string) => void rows.delete(id),
    read: () => {
      const versions: RowVersion[] = [...rows].map(([id, { version }]) => ({
        id,
        row_version: String(version),
      }));
      return cache.read(versions, (ids) => {
        fetched.push([...ids]);
        return Promise.resolve(ids.map((id) => ({ id, text: rows.get(id)?.text ?? '' })));
      });
    },
  };
}

describe('rows that are read again', () => {
  it('are fetched when they are new or changed, and are the same objects otherwise', async () => {
    const table = makeTable();
    table.save('a', 'one');
    table.save('b', 'two');
    const [first] = await table.read();
    table.save('b', 'three');
    table.save('c', 'four');
    const again = await table.read();
    expect(again.map(({ text }) => text)).toEqual(['one', 'three', 'four']);
    expect(again[0]).toBe(first);
    await table.read();
    expect(table.fetched).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
  });

  it('are dropped when deleted, and read again when they reappear', async () => {
    const table = makeTable();
    table.save('a', 'one');
    await table.read();
    table.remove('a');
    expect(await table.read()).toEqual([]);
    table.save('a', 'two');
    expect(await table.read()).toEqual([{ text: 'two' }]);
  });
});
