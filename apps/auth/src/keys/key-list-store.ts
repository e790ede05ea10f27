import { endless } from '@tollgate/http';
import { makePageSql, type Queryable, sortByText, sortByTime, SqlValues } from '@tollgate/postgres';
import { keysPerOrgMax } from './api-key';
import type { KeyReach } from './key-manager';
import type { KeyFilter, KeyPage, StoredSort } from './key-page';
import { keyColumns, readKey, type KeyRow } from './key-rows';
import { ownerConditions, readOwnerKind } from './key-owner-statements';
import type { KeyScope, KeyStore } from './ports';

const columns: Readonly<Record<StoredSort, ReturnType<typeof sortByText>>> = {
  createdAt: sortByTime('k.created_at'),
  name: sortByText('lower(k.label)'),
  expiresAt: sortByTime(`coalesce(k.expires_at, '${endless}'::timestamptz)`),
  // After every address: keys that are bound to no member.
  owner: sortByText(`coalesce(m.email, chr(1114111)) COLLATE "C"`),
  deletedAt: sortByTime(`coalesce(k.revoked_at, '${endless}'::timestamptz)`),
};

interface Scope extends KeyFilter {
  readonly reach?: KeyReach | undefined;
}

/** A search reads the rows of one owner, which are bounded, through the index of the owner. */
function makeConditions(
  values: SqlValues,
  owner: KeyScope['owner'],
  { hasDisabled, ids, isDeleted, reach, search }: Scope,
): string {
  const conditions = [makeScopeCondition(values, { owner, reach })];
  if (ids !== undefined) conditions.push(`k.id = ANY(${values.add(ids)})`);
  else conditions.push(isDeleted ? 'k.revoked_at IS NOT NULL' : 'k.revoked_at IS NULL');
  if (!hasDisabled && ids === undefined) conditions.push('k.is_enabled');
  if (search !== undefined) conditions.push(makeSearchCondition(values, search));
  return conditions.join(' AND ');
}

/** An owner has at most so many keys; of the deleted ones the latest are read. */
function makeSource(
  values: SqlValues,
  owner: KeyScope['owner'],
  { ids, isDeleted }: Pick<KeyFilter, 'ids' | 'isDeleted'>,
): string {
  if (!isDeleted || ids !== undefined) return 'api_keys k';
  const { id, kind } = readOwnerKind(owner);
  return `(
    SELECT k.* FROM api_keys k
    WHERE ${ownerConditions[kind](values.add(id))} AND k.revoked_at IS NOT NULL
    ORDER BY k.revoked_at DESC, k.id DESC LIMIT ${keysPerOrgMax}) k`;
}

function makeScopeCondition(values: SqlValues, { owner, reach }: KeyScope): string {
  const { id, kind } = readOwnerKind(owner);
  const owned = ownerConditions[kind](values.add(id));
  if (reach === undefined) return owned;
  const team = values.add(reach.teamId);
  const members = values.add([...reach.memberIds]);
  const bound = `(k.team_id = ${team} OR k.member_id = ANY(${members}))`;
  return `${owned} AND k.key_type = 'standard' AND ${bound}`;
}

function makeSearchCondition(values: SqlValues, search: string): string {
  const text = `lower(${values.add(search)}::text)`;
  return `(strpos(lower(k.label), ${text}) > 0 OR starts_with(lower(k.key_prefix), ${text})
    OR right(lower(k.key_suffix), length(${text})) = ${text})`;
}

const memberJoin = 'LEFT JOIN users m ON m.id = k.user_id AND k.member_id IS NOT NULL';

function makeListSql(
  values: SqlValues,
  owner: KeyScope['owner'],
  page: KeyPage<StoredSort> & Scope,
): string {
  const column = columns[page.sort];
  return `
  SELECT ${keyColumns}, ${column.text} AS sort_value
  FROM ${makeSource(values, owner, page)} ${page.sort === 'owner' ? memberJoin : ''}
  WHERE ${makeConditions(values, owner, page)} ${makePageSql(values, column, 'k.id', page)}`;
}

type ListReads = 'listOwned' | 'listRanks' | 'listByIds' | 'findMatches';

export function createKeyLists(sql: Queryable): Pick<KeyStore, ListReads> {
  return {
    async listOwned(owner, page) {
      const values = new SqlValues();
      const text = makeListSql(values, owner, page);
      const { rows } = await sql.query<KeyRow & { sort_value: string }>(text, values.list);
      return rows.map((row) => ({
        key: readKey(row),
        position: { id: row.id, value: row.sort_value },
      }));
    },

    async listRanks(owner, filter) {
      const values = new SqlValues();
      const conditions = makeConditions(values, owner, filter);
      const { rows } = await sql.query<{ id: string; last_used_at: Date | null }>(
        `SELECT k.id, k.last_used_at FROM ${makeSource(values, owner, filter)}
         WHERE ${conditions} LIMIT ${keysPerOrgMax}`,
        values.list,
      );
      return rows.map(({ id, last_used_at: lastUsedAt }) => ({ id, lastUsedAt }));
    },

    async findMatches(scopes, search, limit) {
      if (scopes.length === 0) return [];
      const values = new SqlValues();
      const owned = scopes.map((scope) => `(${makeScopeCondition(values, scope)})`).join(' OR ');
      const { rows } = await sql.query<KeyRow>(
        `SELECT ${keyColumns} FROM api_keys k
         WHERE (${owned}) AND k.revoked_at IS NULL AND ${makeSearchCondition(values, search)}
         ORDER BY k.created_at DESC, k.id DESC LIMIT ${values.add(limit)}`,
        values.list,
      );
      return rows.map(readKey);
    },

    async listByIds(owner, keyIds, { ids, isDeleted }) {
      const values = new SqlValues();
      const conditions = makeConditions(values, owner, { hasDisabled: true, ids, isDeleted });
      const { rows } = await sql.query<KeyRow>(
        `SELECT ${keyColumns} FROM api_keys k
         WHERE ${conditions} AND k.id = ANY(${values.add(keyIds)})`,
        values.list,
      );
      return rows.map(readKey);
    },
  };
}
