import type { Position } from '@tollgate/http';
import type { User } from '../users/user';
import type { ApiKey, KeyEnding, KeyOwner } from './api-key';
import type { KeyReach } from './key-manager';
import type { KeyFilter, KeyPage, StoredSort } from './key-page';

/** Undefined: all keys of the owner. */
interface WithinReach {
  readonly reach?: KeyReach | undefined;
}

/** Keys of an owner that someone may list. */
export interface KeyScope extends WithinReach {
  readonly owner: KeyOwner;
}

export interface LockedKey {
  readonly key: ApiKey;
  /** Of its secret, and of the one before it. */
  readonly keyHashes: readonly string[];
  /** Of its latest rotation. */
  readonly rotationUlid: string | null;
}

export interface FoundKey {
  readonly key: ApiKey;
  readonly user: User;
  /** When this secret of the key ends, after a rotation; null: with the key. */
  readonly secretEndsAt: Date | null;
}

export interface KeyStore {
  insert(key: ApiKey, keyHash: string): Promise<void>;
  /** Also a key that has ended, and the secret before the last rotation. */
  findByHash(keyHash: string): Promise<FoundKey | undefined>;
  /** Of any owner. */
  findById(keyId: string): Promise<ApiKey | undefined>;
  findOwned(owner: KeyOwner, keyId: string): Promise<ApiKey | undefined>;
  /** The same, even if it was deleted since. */
  findMade(owner: KeyOwner, keyId: string): Promise<ApiKey | undefined>;
  /** Locks the key until the transaction ends. */
  lockOwned(owner: KeyOwner, keyId: string): Promise<LockedKey | undefined>;
  /** In the order of the page, each with its place in that order. */
  listOwned(
    owner: KeyOwner,
    page: KeyPage<StoredSort> & WithinReach,
  ): Promise<readonly { readonly key: ApiKey; readonly position: Position }[]>;
  /** All keys that match, to be ordered by figures of billing. */
  listRanks(
    owner: KeyOwner,
    filter: KeyFilter & WithinReach,
  ): Promise<readonly Pick<ApiKey, 'id' | 'lastUsedAt'>[]>;
  /** Keys of any of these scopes, disabled ones too, newest first. */
  findMatches(
    scopes: readonly KeyScope[],
    search: string,
    limit: number,
  ): Promise<readonly ApiKey[]>;
  /** In no particular order; keys that are gone are left out. */
  listByIds(
    owner: KeyOwner,
    keyIds: readonly string[],
    filter: Pick<KeyFilter, 'ids' | 'isDeleted'>,
  ): Promise<readonly ApiKey[]>;
  update(key: ApiKey, now: Date): Promise<void>;
  /** Stores a new secret; the present one works on until `previousEndsAt`. */
  rotate(
    key: Pick<ApiKey, 'id' | 'prefix' | 'suffix' | 'previousEndsAt'>,
    secret: { readonly hash: string; readonly ulid: string },
    now: Date,
  ): Promise<void>;
  noteUse(keyId: string, now: Date): Promise<void>;
  revoke(keyId: string, ending: KeyEnding): Promise<void>;
  /** How many of a person's keys were revoked; those an organization has without them stay. */
  revokeAll(userId: string, now: Date): Promise<number>;
  /** The same, and also every key of an organization that the account made. */
  revokeEvery(userId: string, now: Date): Promise<number>;
  countOwned(owner: KeyOwner): Promise<number>;
  /** Blocks other key creations of the organization until the transaction ends. */
  lockOrg(orgId: string): Promise<void>;
  /** Which of them are the organization's. */
  filterOrgKeys(orgId: string, keyIds: readonly string[]): Promise<readonly string[]>;
  /** How many of an organization's rows were deleted, at most `rowsMax`. */
  deleteOrgKeys(orgId: string, rowsMax: number): Promise<number>;
  /** Ids of the keys that were switched off now. */
  disableOrgKeys(place: OrgPlace, now: Date): Promise<readonly string[]>;
}

/** A member or a team of an organization; with neither it is all of it. */
export interface OrgPlace {
  readonly orgId: string;
  readonly teamId?: string | undefined;
  readonly memberId?: string | undefined;
}

export type Invalidation =
  | { readonly keyHash: string }
  | { readonly sessionHash: string }
  | { readonly userId: string }
  | { readonly orgId: string };

/** Makes every edge drop its cached copy of a credential. */
export interface Invalidator {
  invalidate(what: Invalidation): Promise<void>;
}
