import type { Queryable } from '@tollgate/postgres';
import { guessesMax } from './institution-code';
import type { CodeStore } from './ports';

interface DueRow {
  readonly key_hash: string;
  readonly email: string;
  readonly requested_at: Date;
  readonly is_wanted: boolean;
  readonly guesses: number;
  readonly reported_guesses: number;
  readonly tries: number;
  readonly client_ip: string;
  readonly request_id: string;
}

/** Longer than one attempt can take, so that no second attempt starts beside it. */
const backoffSecondsFirst = 30;

const requestSql = `
INSERT INTO institution_codes (key_hash, email, requested_at, is_wanted, next_at, client_ip,
  request_id)
VALUES ($1, $2, $3, true, $3, $4, $5)
ON CONFLICT (key_hash, email) DO UPDATE SET requested_at = $3, is_wanted = true, next_at = $3,
  client_ip = $4, request_id = $5, code_hash = NULL, expires_at = NULL, guesses = 0,
  reported_guesses = 0, tries = 0`;

const claimSql = `
UPDATE institution_codes AS c SET tries = c.tries + 1,
  next_at = $1::timestamptz + make_interval(secs => ${backoffSecondsFirst} * 2 ^ c.tries)
FROM (SELECT key_hash, email FROM institution_codes WHERE next_at <= $1
  ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS due
WHERE c.key_hash = due.key_hash AND c.email = due.email
RETURNING c.key_hash, c.email, c.requested_at, c.is_wanted, c.guesses, c.reported_guesses, c.tries,
  c.client_ip, c.request_id`;

const finishSql = `
UPDATE institution_codes SET is_wanted = false, tries = 0, reported_guesses = $4,
  next_at = CASE WHEN guesses > $4 THEN now() END
WHERE key_hash = $1 AND email = $2 AND requested_at = $3`;

// Counting stops one above the maximum: that is enough to refuse further guesses.
const guessSql = `
UPDATE institution_codes SET guesses = least(guesses + 1, ${guessesMax + 1}),
  next_at = coalesce(next_at, $3), client_ip = $4, request_id = $5
WHERE key_hash = $1 AND email = $2
RETURNING guesses, code_hash, expires_at`;

export function createInstitutionCodeStore(sql: Queryable): CodeStore {
  return { ...createSending(sql), ...createGuessing(sql) };
}

type Guessing = 'guess' | 'take';

function createSending(sql: Queryable): Omit<CodeStore, Guessing> {
  return {
    async request({ clientIp, email, keyHash, requestId }, now) {
      await sql.query(requestSql, [keyHash, email, now, clientIp, requestId]);
    },

    async claimDue(now, rowsMax) {
      const { rows } = await sql.query<DueRow>(claimSql, [now, rowsMax]);
      return rows.map((row) => ({
        keyHash: row.key_hash,
        email: row.email,
        requestedAt: row.requested_at,
        isWanted: row.is_wanted,
        guesses: row.guesses,
        reportedGuesses: row.reported_guesses,
        tries: row.tries,
        clientIp: row.client_ip,
        requestId: row.request_id,
      }));
    },

    async issue({ email, keyHash, requestedAt }, codeHash, expiresAt) {
      const { rowCount } = await sql.query(
        `UPDATE institution_codes SET code_hash = $4, expires_at = $5
         WHERE key_hash = $1 AND email = $2 AND requested_at = $3`,
        [keyHash, email, requestedAt, codeHash, expiresAt],
      );
      return rowCount > 0;
    },

    async finish({ email, guesses, keyHash, requestedAt }) {
      await sql.query(finishSql, [keyHash, email, requestedAt, guesses]);
    },

    async deleteRequestedBefore(time, rowsMax) {
      const { rowCount } = await sql.query(
        `DELETE FROM institution_codes WHERE (key_hash, email) IN
           (SELECT key_hash, email FROM institution_codes WHERE requested_at < $1
            ORDER BY requested_at LIMIT $2)`,
        [time, rowsMax],
      );
      return rowCount;
    },
  };
}

function createGuessing(sql: Queryable): Pick<CodeStore, Guessing> {
  return {
    async guess({ clientIp, email, keyHash, requestId }, now) {
      const { rows } = await sql.query<{
        guesses: number;
        code_hash: string | null;
        expires_at: Date | null;
      }>(guessSql, [keyHash, email, now, clientIp, requestId]);
      const row = rows[0];
      return row && { guesses: row.guesses, codeHash: row.code_hash, expiresAt: row.expires_at };
    },

    async take({ email, keyHash }, codeHash) {
      const { rowCount } = await sql.query(
        'DELETE FROM institution_codes WHERE key_hash = $1 AND email = $2 AND code_hash = $3',
        [keyHash, email, codeHash],
      );
      return rowCount > 0;
    },
  };
}
