import type { AuditEntry, EntryFilter, EntryPosition } from '../domain/audit-entry';

export interface EntryStore {
  /** Skips entries it already has; returns how many were new. */
  insert(entries: readonly AuditEntry[]): Promise<number>;
  /** Newest first, from just below `after`. */
  list(query: {
    readonly filter: EntryFilter;
    readonly after: EntryPosition | undefined;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
  /** Deletes at most `rowsMax`; returns how many. */
  deleteBefore(time: Date, rowsMax: number): Promise<number>;
}

export interface Clock {
  now(): Date;
}
