import { AppError } from '@tollgate/errors';
import { isUniqueViolation, type Queryable } from '@tollgate/postgres';
import type { UserStore } from '../use-cases/ports';
import { readUser, userColumns, type UserRow } from './rows';

export function createUserStore(sql: Queryable): UserStore {
  return {
    async insert(user, passwordHash) {
      try {
        await sql.query(
          `INSERT INTO users (id, email, password_hash, name, role, created_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [user.id, user.email, passwordHash, user.name, user.role, user.createdAt],
        );
      } catch (error) {
        if (!isUniqueViolation(error, 'users_email_key')) throw error;
        throw new AppError('conflict', { message: 'This email already has an account' });
      }
    },

    async lock(userId) {
      const { rows } = await sql.query<UserRow>(
        `SELECT ${userColumns} FROM users u WHERE u.id = $1 FOR UPDATE`,
        [userId],
      );
      return rows[0] && readUser(rows[0]);
    },

    async updateBreaker(userId, { hourNanos, isEnabled, minuteNanos }) {
      await sql.query(
        `UPDATE users SET is_breaker_enabled = $2, breaker_minute_nanos = $3,
           breaker_hour_nanos = $4
         WHERE id = $1`,
        [userId, isEnabled, minuteNanos, hourNanos],
      );
    },

    async findById(userId) {
      const { rows } = await sql.queryNamed<UserRow>(
        'user_by_id',
        `SELECT ${userColumns} FROM users u WHERE u.id = $1`,
        [userId],
      );
      return rows[0] && readUser(rows[0]);
    },

    async findByEmail(email) {
      const { rows } = await sql.queryNamed<UserRow & { password_hash: string }>(
        'user_by_email',
        `SELECT ${userColumns}, u.password_hash FROM users u WHERE u.email = $1`,
        [email],
      );
      return rows[0] && { user: readUser(rows[0]), passwordHash: rows[0].password_hash };
    },
  };
}
