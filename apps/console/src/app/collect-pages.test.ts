import { ApiError } from '../api/api-error';
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
    const { hasMore, items } = await collectPages({
      readPage: ({ cursor }) => {
        asked.push(cursor);
        const nextCursor = cursor === undefined ? 'second' : null;
        return Promise.resolve({ items: [asked.length], nextCursor });
      },
      listItems,
      itemsMax: 1_000,
      onProgress: (count) => progress.push(count),
    });
    expect([asked, progress, items, hasMore]).toEqual([
      [undefined, 'second'],
      [1, 2],
      [1, 2],
      false,
    ]);
  });

  it('end at the limit, and say that there are more', async () => {
    let pages = 0;
    const { hasMore, items } = await collectPages({
      readPage: ({ limit }) => {
        pages += 1;
        return Promise.resolve({ items: Array<number>(limit).fill(1), nextCursor: 'more' });
      },
      listItems,
      itemsMax: 500,
      onProgress: () => undefined,
    });
    expect([items.length, pages, hasMore]).toEqual([500, 3, true]);
  });

  it('say that there are more when the last page goes beyond the limit', async () => {
    const page = { items: [1, 2, 3], nextCursor: null };
    const onProgress = (): void => undefined;
    const readPage = () => Promise.resolve(page);
    const collected = await collectPages({ readPage, listItems, itemsMax: 2, onProgress });
    expect(collected).toEqual({ items: [1, 2], hasMore: true });
  });

  it('end after 500 pages when hardly anything matches', async () => {
    let pages = 0;
    const { hasMore } = await collectPages({
      readPage: () => {
        pages += 1;
        return Promise.resolve({ items: [], nextCursor: 'more' });
      },
      listItems,
      itemsMax: 10,
      onProgress: () => undefined,
    });
    expect([pages, hasMore]).toEqual([500, true]);
  });

  it('are read again after the time that a rate limit names', async () => {
    const sleeps: number[] = [];
    const answers = [limited('7'), limited('3'), { items: [1], nextCursor: null }];
    const { items } = await collectPages({
      readPage: () => answer(answers.shift()),
      listItems,
      itemsMax: 10,
      onProgress: () => undefined,
      sleep: (ms) => Promise.resolve(void sleeps.push(ms)),
    });
    expect([items, sleeps]).toEqual([[1], [7_000, 3_000]]);
  });

  it.each([
    ['the wait is longer than a minute', '61', 0],
    ['a rate limit refuses without end', '1', 10],
  ])('fail when %s', async (_, seconds, waits) => {
    let sleeps = 0;
    const collected = collectPages({
      readPage: () => answer(limited(seconds)),
      listItems,
      itemsMax: 10,
      onProgress: () => undefined,
      sleep: () => Promise.resolve(void (sleeps += 1)),
    });
    await expect(collected).rejects.toThrow('slow down');
    expect(sleeps).toBe(waits);
  });
});

function limited(seconds: string): ApiError {
  const headers = new Headers({ 'retry-after': seconds });
  return new ApiError(429, { error: { message: 'slow down' } }, headers);
}

function answer(page: ApiError | Page | undefined): Promise<Page> {
  return page === undefined || page instanceof ApiError
    ? Promise.reject(page ?? new Error('no page is left'))
    : Promise.resolve(page);
}
