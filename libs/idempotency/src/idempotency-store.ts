import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import { isTransientDatabaseError, type Database, type Queryable } from '@tollgate/postgres';

/** One attempt at a write, as its caller named it. */
export interface IdempotentCall {
  /** The owner of the key: two accounts may use the same one. */
  readonly account: string;
  /** Method and path. */
  readonly route: string;
  readonly key: string;
  /** SHA-256 of the body, hex. */
  readonly bodyHash: string;
}

/** What is to be done with the attempt. */
export type Claim =
  /** `ulid` is the same whenever this call is run again: what it makes is named after it. */
  | { readonly kind: 'run'; readonly ulid: string }
  | { readonly kind: 'replay'; readonly status: number; readonly body: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-body' };

export interface IdempotencyStore {
  claim(call: IdempotentCall): Promise<Claim>;
  /** Keeps the answer for later attempts. */
  complete(call: IdempotentCall, answer: { status: number; body: string }): Promise<void>;
  /** The call was refused and changed nothing: its key counts as unused. */
  forget(call: IdempotentCall): Promise<void>;
  /** The call failed, and may have done its work: the same call may be tried again at once. */
  release(call: IdempotentCall): Promise<void>;
  /** How many keys were forgotten, at most `rowsMax`. */
  deleteOld(rowsMax: number): Promise<number>;
}

const keptHours = 24;
/** A process that claimed a key and did not answer for so long has died. */
const silenceSecondsMax = 60;
const retryAfterSecondsWhenAway = 1;

/**
 * Keys live in the table `idempotency_keys` of the service's own schema:
 *
 *   CREATE TABLE idempotency_keys (
 *     account text NOT NULL,
 *     route text NOT NULL,
 *     key text NOT NULL,
 *     body_hash text NOT NULL,
 *     ulid text NOT NULL,
 *     status integer,
 *     body text,
 *     created_at timestamptz NOT NULL DEFAULT now(),
 *     claimed_at timestamptz DEFAULT now(),
 *     PRIMARY KEY (account, route, key)
 *   );
 *   CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
 *
 * `status` is set when the call is answered, `claimed_at` while a process works on it. A database
 * that is away is `overloaded`, never an internal error.
 */
export function createIdempotencyStore(sql: Database): IdempotencyStore {
  const database: Pick<Queryable, 'query'> = {
    query: (text, values) => sql.query<never>(text, values).catch(throwAppError),
  };
  const scope = ({ account, route, key }: IdempotentCall): string[] => [account, route, key];
  return {
    async claim(call) {
      const { rows: claimed } = await database.query<{ ulid: string }>(claimSql, [
        ...scope(call),
        call.bodyHash,
        makeUlid(),
      ]);
      if (claimed[0]) return { kind: 'run', ulid: claimed[0].ulid };
      const { rows } = await database.query<KeyRow>(
        `SELECT body_hash, status, body FROM idempotency_keys
          WHERE account = $1 AND route = $2 AND key = $3`,
        scope(call),
      );
      return readClaim(rows[0], call);
    },

    async complete(call, { status, body }) {
      await database.query(
        `UPDATE idempotency_keys SET status = $4, body = $5, claimed_at = NULL
          WHERE account = $1 AND route = $2 AND key = $3`,
        [...scope(call), status, body],
      );
    },

    async forget(call) {
      await database.query(
        `DELETE FROM idempotency_keys
          WHERE account = $1 AND route = $2 AND key = $3 AND status IS NULL`,
        scope(call),
      );
    },

    async release(call) {
      await database.query(
        `UPDATE idempotency_keys SET claimed_at = NULL
          WHERE account = $1 AND route = $2 AND key = $3 AND status IS NULL`,
        scope(call),
      );
    },

    async deleteOld(rowsMax) {
      const { rowCount } = await database.query(
        `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM idempotency_keys
            WHERE created_at < now() - interval '${keptHours} hours' LIMIT $1))`,
        [rowsMax],
      );
      return rowCount;
    },
  };
}

function throwAppError(cause: unknown): never {
  if (!isTransientDatabaseError(cause)) throw cause;
  throw new AppError('overloaded', { retryAfterSeconds: retryAfterSecondsWhenAway, cause });
}

// In one statement, so that exactly one of parallel attempts gets a row. An existing key is taken
// over when it is expired, or when it is unclaimed and was never answered. An expired
// one starts again; an unanswered one keeps its ulid.
const claimSql = `
INSERT INTO idempotency_keys AS k (account, route, key, body_hash, ulid)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (account, route, key) DO UPDATE SET
  body_hash = excluded.body_hash,
  ulid = CASE WHEN k.created_at < now() - interval '${keptHours} hours'
    THEN excluded.ulid ELSE k.ulid END,
  status = NULL,
  body = NULL,
  created_at = CASE WHEN k.created_at < now() - interval '${keptHours} hours'
    THEN now() ELSE k.created_at END,
  claimed_at = now()
WHERE k.created_at < now() - interval '${keptHours} hours'
   OR (k.status IS NULL AND k.body_hash = excluded.body_hash
       AND (k.claimed_at IS NULL
         OR k.claimed_at < now() - interval '${silenceSecondsMax} seconds'))
RETURNING ulid`;

interface KeyRow {
  readonly body_hash: string;
  readonly status: number | null;
  readonly body: string | null;
}

function readClaim(row: KeyRow | undefined, { bodyHash }: IdempotentCall): Claim {
  // Deleted as expired just now: a retry gets it.
  if (row === undefined) return { kind: 'running' };
  if (row.body_hash !== bodyHash) return { kind: 'other-body' };
  if (row.status === null || row.body === null) return { kind: 'running' };
  return { kind: 'replay', status: row.status, body: row.body };
}
