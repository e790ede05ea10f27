import { AppError } from '@tollgate/errors';
import { pickSorted, type Position } from '@tollgate/http';
import { seesMembers } from '@tollgate/org-access';
import type { Wallets } from '../shared/billing-ports';
import type { AccountDatabase } from '../shared/ports';
import { type ApiKey, getOwnerWalletId } from './api-key';
import { assertInReach, type KeyManager } from './key-manager';
import { type KeyPage, type RankedSort, rankedSorts, type StoredSort } from './key-page';
import { type KeyUsage, noUsage } from './key-usage';
import { type KeyTotal, rankKeys } from './rank-keys';

export interface KeyWithUsage {
  readonly key: ApiKey;
  readonly usage: KeyUsage;
}

export interface ListedKeys {
  readonly keys: readonly KeyWithUsage[];
  /** Behind the last key of the page; undefined: no key follows. */
  readonly next: Position | undefined;
}

export type ListKeys = (manager: KeyManager, page: KeyPage) => Promise<ListedKeys>;

interface ListPorts {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
}

/** One page of keys without their spend. */
interface FoundKeys {
  readonly keys: readonly ApiKey[];
  readonly next: Position | undefined;
}

export function listKeysUseCase(ports: ListPorts): ListKeys {
  return async (manager, page) => {
    const { keys, next } = isRanked(page)
      ? await findRanked(ports, manager, page)
      : await findStored(ports, manager, page);
    if (keys.length === 0) return { keys: [], next };
    const isHidden = manager.membership !== undefined && !seesMembers(manager.membership);
    const keyIds = keys.map((key) => key.id);
    const walletId = getOwnerWalletId(manager.owner);
    const usages = await ports.wallets.listKeyUsage(walletId, keyIds, manager.actor.requestId);
    const shown = isHidden ? keys.map(hideEnders) : keys;
    return { keys: shown.map((key, index) => ({ key, usage: usages[index] ?? noUsage })), next };
  };
}

/** For roles that see no persons. */
function hideEnders(key: ApiKey): ApiKey {
  const { deleted, disabled } = key;
  return {
    ...key,
    disabled: disabled && { ...disabled, by: null },
    deleted: deleted && { ...deleted, by: null },
  };
}

function isRanked(page: KeyPage): page is KeyPage<RankedSort> {
  return rankedSorts.some((sort) => sort === page.sort);
}

/** Reads one key more than the page has: it shows whether another page follows. */
async function findStored(
  { database }: ListPorts,
  { owner, reach }: KeyManager,
  page: KeyPage,
): Promise<FoundKeys> {
  const sort = page.sort as StoredSort;
  const more = { ...page, sort, limit: page.limit + 1, reach };
  const found = await database.keys.listOwned(owner, more);
  const shown = found.slice(0, page.limit);
  const next = found.length > shown.length ? shown.at(-1)?.position : undefined;
  return { keys: shown.map(({ key }) => key), next };
}

/**
 * Billing has the figures, so the order is made here, from all keys that match: an owner has at
 * most 10,000.
 */
async function findRanked(
  { database, wallets }: ListPorts,
  { actor, owner, reach }: KeyManager,
  page: KeyPage<RankedSort>,
): Promise<FoundKeys> {
  const { hasDisabled, ids, isDeleted, search } = page;
  const filter = { hasDisabled, ids, isDeleted, search, reach };
  const ranks = await database.keys.listRanks(owner, filter);
  const keyIds = ranks.map(({ id }) => id);
  const walletId = getOwnerWalletId(owner);
  const totals =
    keyIds.length === 0
      ? new Map<string, KeyTotal>()
      : await wallets.listKeyTotals(walletId, keyIds, actor.requestId);
  const more = { ...page, limit: page.limit + 1 };
  const found = pickSorted(rankKeys(ranks, totals, page.sort), more, BigInt);
  const shown = found.slice(0, page.limit);
  const shownIds = shown.map(({ item }) => item.id);
  const keys = await database.keys.listByIds(owner, shownIds, { ids, isDeleted });
  const byId = new Map(keys.map((key) => [key.id, key]));
  const next = found.length > shown.length ? shown.at(-1)?.position : undefined;
  return { keys: shownIds.flatMap((id) => byId.get(id) ?? []), next };
}

export type GetKey = (manager: KeyManager, keyId: string) => Promise<KeyWithUsage>;

/** `not_found` for a foreign key as for none. */
export function getKeyUseCase(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
}): GetKey {
  return async (manager, keyId) => {
    const { actor, owner } = manager;
    const key = await ports.database.keys.findOwned(owner, keyId);
    if (!key) throw new AppError('not_found');
    assertInReach(manager, key);
    const walletId = getOwnerWalletId(owner);
    const [usage] = await ports.wallets.listKeyUsage(walletId, [keyId], actor.requestId);
    return { key, usage: usage ?? noUsage };
  };
}

/** The organization of a key; undefined for personal ones, and for none at all. */
export type FindKeyOrg = (keyId: string) => Promise<string | undefined>;

export function findKeyOrgUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'keys'>;
}): FindKeyOrg {
  return async (keyId) => (await ports.database.keys.findById(keyId))?.org?.orgId;
}
