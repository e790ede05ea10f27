/** One page of a list, and where the next one begins; null when this is the last. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Reads one item more than the page has: it shows whether another page follows. */
export async function readPage<T extends { readonly id: string }>(
  limit: number,
  list: (limit: number) => Promise<readonly T[]>,
): Promise<ListPage<T>> {
  const found = await list(limit + 1);
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
