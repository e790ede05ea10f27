import { ApiError } from '../api/api-error';

interface CursorPage {
  readonly nextCursor: string | null;
}

/** Reads one page of a list, with the cursor of the page before. */
export type ReadPage<Page extends CursorPage> = (page: {
  readonly limit: number;
  readonly cursor?: string;
}) => Promise<Page>;

const pageSize = 200;
/** A filter may match few items of each page. */
const pagesMax = 500;
const waitsMax = 10;
const waitSecondsMax = 60;
const tooManyRequests = 429;

export interface Collected<Item> {
  readonly items: readonly Item[];
  /** The list is longer than what was read of it. */
  readonly hasMore: boolean;
}

export interface CollectInput<Page extends CursorPage, Item> {
  readonly readPage: ReadPage<Page>;
  readonly listItems: (page: Page) => readonly Item[];
  readonly itemsMax: number;
  /** Is given the number of items that were read. */
  readonly onProgress: (count: number) => void;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** The items of a list, page by page, up to `itemsMax`; waits when a rate limit is reached. */
export async function collectPages<Page extends CursorPage, Item>(
  input: CollectInput<Page, Item>,
): Promise<Collected<Item>> {
  const { itemsMax, listItems, onProgress, sleep = sleepMs } = input;
  const readPage = makePatient(input.readPage, sleep);
  const items: Item[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page: Page = await readPage({
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    });
    items.push(...listItems(page));
    onProgress(Math.min(items.length, itemsMax));
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== null && items.length < itemsMax && pages < pagesMax);
  return { items: items.slice(0, itemsMax), hasMore: cursor !== null || items.length > itemsMax };
}

/** Repeats a page that a rate limit refused, after the time that the answer names. */
function makePatient<Page extends CursorPage>(
  readPage: ReadPage<Page>,
  sleep: (ms: number) => Promise<void>,
): ReadPage<Page> {
  let waits = 0;
  const read: ReadPage<Page> = async (page) => {
    try {
      return await readPage(page);
    } catch (error) {
      const seconds = findWait(error);
      if (seconds === undefined || waits === waitsMax) throw error;
      waits += 1;
      await sleep(seconds * 1_000);
      return await read(page);
    }
  };
  return read;
}

function findWait(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== tooManyRequests) return undefined;
  const { retryAfterSeconds = 1 } = error;
  return retryAfterSeconds > waitSecondsMax ? undefined : retryAfterSeconds;
}

function sleepMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
