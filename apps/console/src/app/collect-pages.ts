interface CursorPage {
  readonly nextCursor: string | null;
}

/** Reads one page of a list, with the cursor of the page before. */
export type ReadPage<Page extends CursorPage> = (page: {
  readonly limit: number;
  readonly cursor?: string;
}) => Promise<Page>;

const pageSize = 200;

/** All items of a list, page by page; the rest of a list longer than `itemsMax` is left out. */
export async function collectPages<Page extends CursorPage, Item>({
  itemsMax,
  listItems,
  onProgress,
  readPage,
}: {
  readonly readPage: ReadPage<Page>;
  readonly listItems: (page: Page) => readonly Item[];
  readonly itemsMax: number;
  /** Is given the number of items that were read. */
  readonly onProgress: (count: number) => void;
}): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await readPage({
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    });
    items.push(...listItems(page));
    onProgress(items.length);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < itemsMax);
  return items.slice(0, itemsMax);
}
