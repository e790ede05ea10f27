import { describeResealed, resealRows } from './reseal-rows';
import { SecretBox } from './secret-box';

const [before, next] = ['ab'.repeat(32), 'cd'.repeat(32)];
const old = new SecretBox(before);
const both = new SecretBox(`${next},${before}`);

/** A table with two rows in a page. */
function makeTable(boxes: Readonly<Record<string, SecretBox>>) {
  const rows = new Map(
    Object.entries(boxes).map(([id, box]) => [id, { id, bytes: box.seal(`text of ${id}`, id) }]),
  );
  const steps = {
    list: async (afterId: string) =>
      [...rows.values()].filter(({ id }) => id > afterId).slice(0, 2),
    reseal: (row: { readonly id: string; readonly bytes: Buffer }) =>
      both.reseal(row.bytes, row.id),
    save: async ({ id }: { readonly id: string }, bytes: Buffer) => {
      rows.set(id, { id, bytes });
      return true;
    },
  };
  return { rows, steps };
}

describe('sealing all rows again', () => {
  it('leaves nothing that needs the key before, page by page', async () => {
    const { rows, steps } = makeTable({ a: old, b: both, c: old, d: old, e: old });
    const resealed = await resealRows(steps);
    expect(resealed).toEqual({ resealed: 4, current: 1, changed: 0, broken: [] });
    for (const { bytes, id } of rows.values())
      expect(new SecretBox(next).open(bytes, id)).toBe(`text of ${id}`);
    expect(await resealRows(steps)).toMatchObject({ resealed: 0, current: 5 });
    expect(describeResealed('keys', resealed)).toEqual({
      isDone: true,
      text:
        'keys: 4 sealed again, 1 had the current key already; the keys after the first one are ' +
        'no longer needed for them',
    });
  });

  it('names rows that no key opens, and counts those that changed meanwhile', async () => {
    const { steps } = makeTable({ a: new SecretBox('ef'.repeat(32)), b: old, c: old });
    const save = async ({ id }: { readonly id: string }): Promise<boolean> => id !== 'b';
    const resealed = await resealRows({ ...steps, save });
    expect(resealed).toEqual({ resealed: 1, current: 0, changed: 1, broken: ['a'] });
    expect(describeResealed('keys', resealed)).toEqual({
      isDone: false,
      text:
        'keys: 1 sealed again, 0 had the current key already; 1 changed meanwhile: run it again; ' +
        'no key opens a',
    });
  });
});
