import {
  makePageSql,
  makePrefixPattern,
  type Queryable,
  sortByText,
  SqlValues,
} from '@tollgate/postgres';
import type { UserDirectory, UserFilter } from './ports';
import type { UserSort } from './user-page';
import { readUser, userColumns, type UserRow } from './user-rows';

interface CountRow {
  readonly total: bigint;
  readonly suspended: bigint;
  readonly verified: bigint;
  readonly recent: bigint;
}

const countSql = `
SELECT count(*) AS total,
  count(*) FILTER (WHERE suspended_at IS NOT NULL) AS suspended,
  count(*) FILTER (WHERE email_verified_at IS NOT NULL) AS verified,
  count(*) FILTER (WHERE created_at > $1) AS recent
FROM users WHERE deleted_at IS NULL`;

const columns: Readonly<Record<UserSort, ReturnType<typeof sortByText>>> = {
  // Ids begin with the time of the sign-up.
  createdAt: sortByText('u.id'),
  email: sortByText('u.email'),
  name: sortByText(`coalesce(lower(u.name), '')`),
};

export function createUserDirectory(sql: Queryable): UserDirectory {
  return {
    async list(filter, page) {
      const values = new SqlValues();
      const column = columns[page.sort];
      const conditions = makeConditions(values, filter, page.search);
      const { rows } = await sql.query<UserRow & { sort_value: string }>(
        `SELECT ${userColumns}, ${column.text} AS sort_value FROM users u
         WHERE ${conditions} ${makePageSql(values, column, 'u.id', page)}`,
        values.list,
      );
      return rows.map((row) => ({
        item: readUser(row),
        position: { id: row.user_id, value: row.sort_value },
      }));
    },

    async count(recentSince) {
      const { rows } = await sql.query<CountRow>(countSql, [recentSince]);
      const row = rows[0];
      return {
        total: Number(row?.total ?? 0),
        suspended: Number(row?.suspended ?? 0),
        verified: Number(row?.verified ?? 0),
        recent: Number(row?.recent ?? 0),
      };
    },

    async lockOperators() {
      // Always locked in the same order, so that parallel changes cannot deadlock.
      const { rows } = await sql.query<{ id: string }>(
        `SELECT id FROM users
         WHERE role = 'operator' AND suspended_at IS NULL AND deleted_at IS NULL
         ORDER BY id FOR UPDATE`,
      );
      return rows.map(({ id }) => id);
    },
  };
}

function makeConditions(
  values: SqlValues,
  { email, isSuspended, role }: UserFilter,
  search: string | undefined,
): string {
  const conditions = ['true'];
  if (email?.match === 'whole') conditions.push(`u.email = ${values.add(email.text)}`);
  if (email?.match === 'beginning') {
    conditions.push(`u.email LIKE ${values.add(makePrefixPattern(email.text))}`);
  }
  if (role !== undefined) conditions.push(`u.role = ${values.add(role)}`);
  if (isSuspended !== undefined) {
    conditions.push(`u.suspended_at IS ${isSuspended ? 'NOT NULL' : 'NULL'}`);
  }
  if (search !== undefined) conditions.push(makeSearch(values, search));
  return conditions.join(' AND ');
}

/** Each part has an index. Addresses are stored in lower case. */
function makeSearch(values: SqlValues, text: string): string {
  const email = values.add(makePrefixPattern(text.normalize('NFC').toLowerCase()));
  const name = values.add(makePrefixPattern(text));
  const isFound = `lower(u.name) LIKE lower(${name}) OR u.id = ${values.add(text)}`;
  return `(u.email LIKE ${email} OR ${isFound})`;
}
