import { recordAudit } from '@tollgate/audit-trail';
import { getUlidTimeMs } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { Database, Queryable } from '@tollgate/postgres';
import type { SpendCounter } from '@tollgate/till';
import type { JournalEntry } from '../domain/journal-entry';
import type { Generation } from '../domain/usage';
import type { Wallet, WalletChange } from '../domain/wallet';
import type { Book, BookStore } from '../use-cases/ports';
import { readWallet, type WalletRow } from './rows';
import { sumByDay, sumByKey } from './sum-usage';

export function createBookStore(database: Database): BookStore {
  return {
    inTransaction: (run, isolation = 'read committed') =>
      database.withTransaction((transaction) => run(createBook(transaction)), { isolation }),
  };
}

/** All writes go by arrays: one statement per table and batch, whatever the batch's size. */
export function createBook(sql: Queryable): Book {
  return {
    addGenerations: (generations) => addGenerations(sql, generations),
    addEntries: (entries) => addEntries(sql, entries),
    addUsage: (generations) => addUsage(sql, generations),

    changeWallets: (changes) => changeWallets(sql, changes),
    sumSpend: (counter, startMs) => sumSpend(sql, counter, startMs),

    findWallets: async (walletIds) => {
      const { rows } = await sql.queryNamed<WalletRow>(
        'find_wallets',
        `SELECT id, balance_nanos, version, total_credits_nanos, total_usage_nanos
           FROM wallets WHERE id = ANY($1)`,
        [walletIds],
      );
      return rows.map(readWallet);
    },

    findPosted: async (ulids) => {
      if (ulids.length === 0) return new Set();
      const { rows } = await sql.queryNamed<{ ulid: string }>(
        'find_posted',
        `SELECT g.ulid FROM unnest($1::text[], $2::timestamptz[]) AS wanted (ulid, created_at)
           JOIN generations g USING (ulid, created_at)`,
        [ulids, ulids.map((ulid) => new Date(getUlidTimeMs(ulid)))],
      );
      return new Set(rows.map(({ ulid }) => ulid));
    },

    recordAudit: (entry) => recordAudit(sql, entry),
  };
}

/** In order of the ids, so that two batches lock wallets in the same order. */
async function changeWallets(sql: Queryable, changes: readonly WalletChange[]): Promise<Wallet[]> {
  if (changes.length === 0) return [];
  const sorted = [...changes].sort((left, right) => (left.walletId < right.walletId ? -1 : 1));
  const { rows } = await sql.queryNamed<WalletRow>(
    'change_wallets',
    `INSERT INTO wallets AS w
       (id, balance_nanos, version, total_credits_nanos, total_usage_nanos)
     SELECT id, credit - usage, 1, credit, usage
       FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS change (id, credit, usage)
      ORDER BY id
     ON CONFLICT (id) DO UPDATE SET
       balance_nanos = w.balance_nanos + excluded.balance_nanos,
       version = w.version + 1,
       total_credits_nanos = w.total_credits_nanos + excluded.total_credits_nanos,
       total_usage_nanos = w.total_usage_nanos + excluded.total_usage_nanos,
       updated_at = now()
     RETURNING id, balance_nanos, version, total_credits_nanos, total_usage_nanos`,
    [
      sorted.map((change) => change.walletId),
      sorted.map((change) => change.creditNanos),
      sorted.map((change) => change.usageNanos),
    ],
  );
  return rows.map(readWallet);
}

const sumTotalSql = `
SELECT coalesce(sum(spend_nanos), 0)::bigint AS spent FROM key_totals WHERE key_id = $1`;
const sumSinceSql = `
SELECT coalesce(sum(spend_nanos), 0)::bigint AS spent FROM usage_daily
 WHERE key_id = $1 AND day >= $2`;

async function sumSpend(sql: Queryable, counter: SpendCounter, startMs: number): Promise<Nanos> {
  if (counter.scope !== 'key') throw new RangeError(`no read model for scope ${counter.scope}`);
  const isTotal = counter.window === 'total';
  const day = new Date(startMs).toISOString().slice(0, 10);
  const { rows } = await sql.query<{ spent: bigint }>(
    isTotal ? sumTotalSql : sumSinceSql,
    isTotal ? [counter.scopeId] : [counter.scopeId, day],
  );
  return rows[0]?.spent ?? 0n;
}

async function addGenerations(
  sql: Queryable,
  generations: readonly Generation[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.queryNamed<{ ulid: string }>(
    'add_generations',
    `INSERT INTO generations (ulid, created_at, wallet_id, user_id, key_id, model, outcome,
       cost_nanos, reserved_nanos, prompt_tokens, completion_tokens, details)
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[],
       $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
       $12::jsonb[])
     ON CONFLICT DO NOTHING RETURNING ulid`,
    [
      generations.map((g) => g.ulid),
      generations.map((g) => new Date(g.createdAtMs)),
      generations.map((g) => g.walletId),
      generations.map((g) => g.userId),
      generations.map((g) => g.keyId),
      generations.map((g) => g.model),
      generations.map((g) => g.outcome),
      generations.map((g) => g.costNanos),
      generations.map((g) => g.reservedNanos),
      generations.map((g) => g.promptTokens),
      generations.map((g) => g.completionTokens),
      generations.map((g) => JSON.stringify(g.details)),
    ],
  );
  return new Set(rows.map(({ ulid }) => ulid));
}

async function addEntries(sql: Queryable, entries: readonly JournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const postings = entries.flatMap(({ id, occurredAtMs, postings: both }) =>
    both.map((posting) => ({ id, occurredAtMs, ...posting })),
  );
  await sql.queryNamed(
    'add_entries',
    `INSERT INTO journal_entries (id, occurred_at, kind, wallet_id, reference, reason)
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[],
       $6::text[])`,
    [
      entries.map((entry) => entry.id),
      entries.map((entry) => new Date(entry.occurredAtMs)),
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.walletId),
      entries.map((entry) => entry.reference),
      entries.map((entry) => entry.reason),
    ],
  );
  await sql.queryNamed(
    'add_postings',
    `INSERT INTO postings (entry_id, occurred_at, account, amount_nanos)
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::bigint[])`,
    [
      postings.map((posting) => posting.id),
      postings.map((posting) => new Date(posting.occurredAtMs)),
      postings.map((posting) => posting.account),
      postings.map((posting) => posting.amountNanos),
    ],
  );
}

async function addUsage(sql: Queryable, generations: readonly Generation[]): Promise<void> {
  if (generations.length === 0) return;
  const days = sumByDay(generations);
  await sql.queryNamed(
    'add_usage_daily',
    `INSERT INTO usage_daily AS u (wallet_id, key_id, day, user_id, model, app_name,
       spend_nanos, requests, prompt_tokens, completion_tokens)
     SELECT * FROM unnest($1::text[], $2::text[], $3::date[], $4::text[], $5::text[], $6::text[],
       $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
     ON CONFLICT (wallet_id, key_id, day, user_id, model, app_name) DO UPDATE SET
       spend_nanos = u.spend_nanos + excluded.spend_nanos,
       requests = u.requests + excluded.requests,
       prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
       completion_tokens = u.completion_tokens + excluded.completion_tokens`,
    [
      days.map((row) => row.walletId),
      days.map((row) => row.keyId),
      days.map((row) => row.day),
      days.map((row) => row.userId),
      days.map((row) => row.model),
      days.map((row) => row.appName),
      days.map((row) => row.spendNanos),
      days.map((row) => row.requests),
      days.map((row) => row.promptTokens),
      days.map((row) => row.completionTokens),
    ],
  );
  const keys = sumByKey(generations);
  await sql.queryNamed(
    'add_key_totals',
    `INSERT INTO key_totals AS k (key_id, wallet_id, spend_nanos, requests, tokens, last_used_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[],
       $6::timestamptz[])
     ON CONFLICT (key_id) DO UPDATE SET
       spend_nanos = k.spend_nanos + excluded.spend_nanos,
       requests = k.requests + excluded.requests,
       tokens = k.tokens + excluded.tokens,
       last_used_at = greatest(k.last_used_at, excluded.last_used_at)`,
    [
      keys.map((row) => row.keyId),
      keys.map((row) => row.walletId),
      keys.map((row) => row.spendNanos),
      keys.map((row) => row.requests),
      keys.map((row) => row.tokens),
      keys.map((row) => new Date(row.lastUsedMs)),
    ],
  );
}
