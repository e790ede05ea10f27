import type { User } from '../users/user';
import type { ApiKey, KeyOwner } from './api-key';
import type { KeyReach } from './key-manager';

export interface KeyPage {
  readonly hasDisabled: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Undefined: everything. */
  readonly reach?: KeyReach | undefined;
}

export interface KeyStore {
  insert(key: ApiKey, keyHash: string): Promise<void>;
  findByHash(keyHash: string): Promise<{ key: ApiKey; user: User } | undefined>;
  /** Of any owner. */
  findById(keyId: string): Promise<ApiKey | undefined>;
  findOwned(owner: KeyOwner, keyId: string): Promise<ApiKey | undefined>;
  /** The same, even if it was deleted since. */
  findMade(owner: KeyOwner, keyId: string): Promise<ApiKey | undefined>;
  /** Locks the key until the transaction ends. */
  lockOwned(owner: KeyOwner, keyId: string): Promise<{ key: ApiKey; keyHash: string } | undefined>;
  listOwned(owner: KeyOwner, page: KeyPage): Promise<readonly ApiKey[]>;
  update(key: ApiKey, now: Date): Promise<void>;
  noteUse(keyId: string, now: Date): Promise<void>;
  revoke(keyId: string, now: Date): Promise<void>;
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
