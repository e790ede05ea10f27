import type { AuditEntry, EntryFilter, EntryPosition } from '../domain/audit-entry';
import type { EntryStore } from './ports';

export interface EntryPage {
  readonly entries: readonly AuditEntry[];
  /** Undefined on the last page. */
  readonly next: EntryPosition | undefined;
}

export type ListEntries = (query: {
  readonly filter: EntryFilter;
  readonly after: EntryPosition | undefined;
  readonly limit: number;
}) => Promise<EntryPage>;

export function createListEntries({ store }: { readonly store: EntryStore }): ListEntries {
  return async ({ filter, after, limit }) => {
    // One more row than requested shows whether there is another page.
    const found = await store.list({ filter, after, limit: limit + 1 });
    const entries = found.slice(0, limit);
    return { entries, next: found.length > limit ? entries.at(-1) : undefined };
  };
}
