import type { Queryable } from '@tollgate/postgres';
import { guessesMax } from './institution-code';
import type { CodeStore, DueCode, Guess } from './ports';

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
RETURNING c.key_hash AS "keyHash", c.email, c.requested_at AS "requestedAt",
  c.is_wanted AS "isWanted", c.guesses, c.reported_guesses AS "reportedGuesses", c.tries,
  c.client_ip AS "clientIp", c.request_id AS "requestId"`;

const finishSql = `
UPDATE institution_codes SET is_wanted = false, tries = 0, reported_guesses = $4,
  next_at = CASE WHEN guesses > $4 THEN now() END
WHERE key_hash = $1 AND email = $2 AND requested_at = $3`;

// Counting stops one above the maximum: that is enough to refuse further guesses.
const guessSql = `
UPDATE institution_codes SET guesses = least(guesses + 1, ${guessesMax + 1}),
  next_at = coalesce(next_at, $3), client_ip = $4, request_id = $5
WHERE key_hash = $1 AND email = $2
RETURNING guesses, code_hash AS "codeHash", expires_at AS "expiresAt"`;

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
      return (await sql.query<DueCode>(claimSql, [now, rowsMax])).rows;
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
      const values = [keyHash, email, now, clientIp, requestId];
      return (await sql.query<Guess>(guessSql, values)).rows[0];
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
