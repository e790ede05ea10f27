import type { Queryable } from '@tollgate/postgres';
import type { UserStore, UserWithPassword } from './ports';
import { createUserDirectory } from './user-directory-store';
import { readUser, userColumns, type UserRow } from './user-rows';

type PasswordRow = UserRow & { readonly password_hash: string };

const updateSql = `
UPDATE users SET email = $2, name = $3, role = $4,
  email_verified_at = CASE WHEN $5 THEN coalesce(email_verified_at, $11) END,
  suspended_at = $6, suspended_reason = $7, locale = $8, has_free_fallback = $9, deleted_at = $10
WHERE id = $1`;

export function createUserStore(sql: Queryable): UserStore {
  return { ...createUserDirectory(sql), ...createReads(sql), ...createWrites(sql) };
}

type Reads =
  'findById' | 'findByIds' | 'findByEmail' | 'findWithPassword' | 'lock' | 'lockForSignIn';

function createReads(sql: Queryable): Pick<UserStore, Reads> {
  return {
    async findById(userId) {
      const { rows } = await sql.queryNamed<UserRow>(
        'user_by_id',
        `SELECT ${userColumns} FROM users u WHERE u.id = $1`,
        [userId],
      );
      return rows[0] && readUser(rows[0]);
    },

    async findByIds(userIds) {
      const { rows } = await sql.query<UserRow>(
        `SELECT ${userColumns} FROM users u WHERE u.id = ANY($1) AND u.deleted_at IS NULL`,
        [userIds],
      );
      return rows.map(readUser);
    },

    async findByEmail(email) {
      const { rows } = await sql.queryNamed<PasswordRow>(
        'user_by_email',
        `SELECT ${userColumns}, u.password_hash FROM users u WHERE u.email = $1`,
        [email],
      );
      return readWithPassword(rows[0]);
    },

    async findWithPassword(userId) {
      const { rows } = await sql.query<PasswordRow>(
        `SELECT ${userColumns}, u.password_hash FROM users u WHERE u.id = $1`,
        [userId],
      );
      return readWithPassword(rows[0]);
    },

    async lock(userId) {
      const { rows } = await sql.query<UserRow>(
        `SELECT ${userColumns} FROM users u WHERE u.id = $1 FOR UPDATE`,
        [userId],
      );
      return rows[0] && readUser(rows[0]);
    },

    async lockForSignIn(userId) {
      const { rows } = await sql.query<PasswordRow>(
        `SELECT ${userColumns}, u.password_hash FROM users u WHERE u.id = $1 FOR SHARE`,
        [userId],
      );
      return readWithPassword(rows[0]);
    },
  };
}

function readWithPassword(row: PasswordRow | undefined): UserWithPassword | undefined {
  return row && { user: readUser(row), passwordHash: row.password_hash };
}

type Writes = 'insert' | 'update' | 'updateBreaker' | 'updatePassword';

function createWrites(sql: Queryable): Pick<UserStore, Writes> {
  return {
    async insert(user, passwordHash) {
      const { rowCount } = await sql.query(
        `INSERT INTO users (id, email, password_hash, name, role, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING`,
        [user.id, user.email, passwordHash, user.name, user.role, user.createdAt],
      );
      return rowCount > 0;
    },

    async update(user, now) {
      await sql.query(updateSql, [
        user.id,
        user.email,
        user.name,
        user.role,
        user.isEmailVerified,
        user.suspension?.since ?? null,
        user.suspension?.reason ?? null,
        user.locale,
        user.hasFreeFallback,
        user.deletedAt,
        now,
      ]);
    },

    async updateBreaker(userId, { hourNanos, isEnabled, minuteNanos }) {
      await sql.query(
        `UPDATE users SET is_breaker_enabled = $2, breaker_minute_nanos = $3,
           breaker_hour_nanos = $4
         WHERE id = $1`,
        [userId, isEnabled, minuteNanos, hourNanos],
      );
    },

    async updatePassword(userId, passwordHash) {
      await sql.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
    },
  };
}
