import type { AuditEntry, EntryFilter, EntryPosition } from '../domain/audit-entry';
import type { Refusal, RefusalFilter } from '../domain/refusal';

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

export interface RefusalStore {
  /** Skips refusals it already has, and deletes the oldest of callers that have too many. */
  insert(refusals: readonly Refusal[]): Promise<void>;
  /** Newest first, from just below `after`. */
  list(query: {
    readonly filter: RefusalFilter;
    readonly after: EntryPosition | undefined;
    readonly limit: number;
  }): Promise<readonly Refusal[]>;
  find(requestId: string): Promise<Refusal | undefined>;
  /** Deletes at most `rowsMax`; returns how many. */
  deleteBefore(time: Date, rowsMax: number): Promise<number>;
}

export interface Clock {
  now(): Date;
}
