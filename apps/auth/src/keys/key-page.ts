import type { CursorRules, SortedPage } from '@tollgate/http';
import { isId } from '@tollgate/ids';

/** Orders that the table has itself. */
export const storedSorts = ['createdAt', 'name', 'expiresAt', 'owner', 'deletedAt'] as const;
/** Orders by figures of billing. */
export const rankedSorts = ['spend', 'lastUsedAt'] as const;
export const keySorts = [...storedSorts, ...rankedSorts] as const;
export type StoredSort = (typeof storedSorts)[number];
export type RankedSort = (typeof rankedSorts)[number];
export type KeySort = StoredSort | RankedSort;

/** Which keys of an owner are listed. */
export interface KeyFilter {
  readonly hasDisabled: boolean;
  /** Only deleted keys, instead of those that are not. */
  readonly isDeleted: boolean;
  /** Part of the name, or the beginning or the end of the secret, in any case. */
  readonly search?: string | undefined;
  /** Only these keys, even if they are disabled or deleted. */
  readonly ids?: readonly string[] | undefined;
}

export interface KeyPage<Sort extends KeySort = KeySort> extends KeyFilter, SortedPage<Sort> {
  readonly offset: number;
}

export const keyCursors: CursorRules<KeySort> = {
  isId: (id) => isId('key', id),
  values: {
    createdAt: 'time',
    name: 'text',
    expiresAt: 'end',
    owner: 'text',
    deletedAt: 'end',
    spend: 'count',
    lastUsedAt: 'count',
  },
};
