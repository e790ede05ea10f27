import type { Queryable } from '@tollgate/postgres';
import type { UserDirectory, UserFilter } from './ports';
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

export function createUserDirectory(sql: Queryable): UserDirectory {
  return {
    async list(filter, { before, limit }) {
      const { conditions, values } = makeConditions(filter, before);
      const { rows } = await sql.query<UserRow>(
        `SELECT ${userColumns} FROM users u WHERE ${conditions.join(' AND ')}
         ORDER BY u.id DESC LIMIT $${values.length + 1}`,
        [...values, limit],
      );
      return rows.map(readUser);
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
  { email, isSuspended, role }: UserFilter,
  before: string | undefined,
): { readonly conditions: readonly string[]; readonly values: readonly string[] } {
  const conditions = ['true'];
  const values: string[] = [];
  const add = (condition: (parameter: string) => string, value: string): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (before !== undefined) add((parameter) => `u.id < ${parameter}`, before);
  if (email?.match === 'whole') add((parameter) => `u.email = ${parameter}`, email.text);
  if (email?.match === 'beginning') {
    add((parameter) => `u.email LIKE ${parameter}`, `${escapePattern(email.text)}%`);
  }
  if (role !== undefined) add((parameter) => `u.role = ${parameter}`, role);
  if (isSuspended !== undefined) {
    conditions.push(`u.suspended_at IS ${isSuspended ? 'NOT NULL' : 'NULL'}`);
  }
  return { conditions, values };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
