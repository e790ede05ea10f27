import { collectPages } from './collect-pages';

interface Page {
  readonly items: readonly number[];
  readonly nextCursor: string | null;
}

const listItems = ({ items }: Page): readonly number[] => items;

describe('the items of a list', () => {
  it('are read page by page until the last one', async () => {
    const asked: (string | undefined)[] = [];
    const progress: number[] = [];
    const items = await collectPages({
      readPage: ({ cursor }) => {
        asked.push(cursor);
        const nextCursor = cursor === undefined ? 'second' : null;
        return Promise.resolve({ items: [asked.length], nextCursor });
      },
      listItems,
      itemsMax: 1_000,
      onProgress: (count) => progress.push(count),
    });
    expect([asked, progress, items]).toEqual([
      [undefined, 'second'],
      [1, 2],
      [1, 2],
    ]);
  });

  it('end at the limit', async () => {
    let pages = 0;
    const items = await collectPages({
      readPage: ({ limit }) => {
        pages += 1;
        return Promise.resolve({ items: Array<number>(limit).fill(1), nextCursor: 'more' });
      },
      listItems,
      itemsMax: 500,
      onProgress: () => undefined,
    });
    expect([items.length, pages]).toEqual([500, 3]);
  });
});
