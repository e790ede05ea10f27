import type { Queryable } from '@tollgate/postgres';
import { sumGoodwill } from '../goodwill/goodwill';
import type { Wallet } from '../wallets/wallet';
import { walletColumns } from '../wallets/wallet-rows';
import {
  cachingColumns,
  changeColumns,
  dayColumns,
  generationColumns,
  goodwillColumns,
  hourColumns,
  keyColumns,
  latencyColumns,
  transferColumns,
} from './book-columns';
import type { JournalEntry } from './journal-entry';
import { placeEntries } from './place-entries';
import { promptParameters, valuesOfPrompts, writePrompts } from './prompt-statements';
import { keepOrgsWithSums, valuesOfOrgSeries, writeOrgSeries } from './org-series-statements';
import { rollupParameters, valuesOfRollups, writeRollups } from './rollup-statements';
import { sumUsage } from './sum-usage';
import type { Generation } from './usage';

/**
 * All writes of the book. Whatever the size of a batch, it is one statement: the wallets are
 * changed (in order of their ids), the transfers take version and balance from them, and the calls
 * and the read models follow.
 */
const toTime = (ms: string): string => `to_timestamp(${ms} / 1000.0)`;

/** `changed_wallets` are the wallets after it. */
const writeEntries = (first: number): string => `
changed_wallets AS (
  INSERT INTO wallets AS w
    (id, version, balance_nanos, held_nanos, total_credits_nanos, total_usage_nanos)
  SELECT id, entries, balance, held, credit, usage FROM ${changeColumns.from('change', first)}
  ON CONFLICT (id) DO UPDATE SET
    version = w.version + excluded.version,
    balance_nanos = w.balance_nanos + excluded.balance_nanos,
    held_nanos = w.held_nanos + excluded.held_nanos,
    total_credits_nanos = w.total_credits_nanos + excluded.total_credits_nanos,
    total_usage_nanos = w.total_usage_nanos + excluded.total_usage_nanos,
    updated_at = now()
  RETURNING ${walletColumns.names}
), ends AS MATERIALIZED (
  SELECT array_agg(version ORDER BY id COLLATE "C") AS versions,
         array_agg(balance_nanos ORDER BY id COLLATE "C") AS balances FROM changed_wallets
), new_transfers AS (
  INSERT INTO transfers (entry_id, occurred_at, leg, kind, wallet_id, from_account, to_account,
    amount_nanos, wallet_version, balance_after_nanos, reference, reason)
  SELECT entry_id, ${toTime('occurred_ms')}, leg, kind, wallet_id, from_account, to_account, amount,
         coalesce((SELECT versions FROM ends)[place] - version_back, 0),
         coalesce((SELECT balances FROM ends)[place] - balance_back, 0), reference, reason
    FROM ${transferColumns.from('transfer', first + changeColumns.parameters)}
)`;
const entryParameters = changeColumns.parameters + transferColumns.parameters;

const sumsOf = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ');
const usageScope = 'key_id, model, app_name, user_id, team_id, member_id';
const hourSums = ['spend_nanos', 'requests', 'prompt_tokens', 'completion_tokens', 'errors'];
const daySums = [...hourSums, 'cached_tokens', 'cache_savings_nanos'];
const cachingSums = [
  'cache_write_tokens',
  ...['sticky_requests', 'sticky_prompt_tokens', 'sticky_cached_tokens', 'sticky_savings_nanos'],
  ...['repeated_requests', 'repeated_tokens'],
];

/** The first parameter is all records in one piece: bytes go to Postgres as they are. */
function writeGenerations(first: number): string {
  const hours = first + 1 + generationColumns.parameters;
  const days = hours + hourColumns.parameters;
  const latencies = days + dayColumns.parameters;
  const cachings = latencies + latencyColumns.parameters;
  const prompts = cachings + cachingColumns.parameters;
  const keys = prompts + promptParameters;
  const goodwill = keys + keyColumns.parameters;
  const rollups = goodwill + goodwillColumns.parameters;
  return `
new_generations AS (
  INSERT INTO generations (ulid, created_at, wallet_id, user_id, key_id, model, provider, outcome,
    cost_nanos, reserved_nanos, prompt_tokens, completion_tokens, app_name, call_status,
    is_failover, team_id, member_id, record)
  SELECT ulid, ${toTime('created_ms')}, wallet_id, user_id, key_id, model, provider, outcome,
         cost, reserved, prompt, completion, app_name, call_status, is_failover, team_id, member_id,
         substr($${first}::bytea, record_start, record_bytes)
    FROM ${generationColumns.from('generation', first + 1)}
), new_hours AS (
  INSERT INTO usage_hourly AS u (wallet_id, hour, ${usageScope}, ${hourSums.join(', ')})
  SELECT wallet_id, to_timestamp(hour * 3600), ${usageScope}, ${hourSums.join(', ')}
    FROM ${hourColumns.from('usage', hours)}
  ON CONFLICT (wallet_id, hour, ${usageScope}) DO UPDATE SET ${sumsOf('u', hourSums)}
), new_days AS (
  INSERT INTO usage_daily AS u (wallet_id, day, ${usageScope}, ${daySums.join(', ')})
  SELECT wallet_id, date '1970-01-01' + day, ${usageScope}, ${daySums.join(', ')}
    FROM ${dayColumns.from('usage', days)}
  ON CONFLICT (wallet_id, day, ${usageScope}) DO UPDATE SET ${sumsOf('u', daySums)}
), new_latencies AS (
  INSERT INTO usage_latency AS l
    (wallet_id, day, key_id, model, app_name, user_id, bucket, durations, first_tokens)
  SELECT wallet_id, date '1970-01-01' + day, key_id, model, app_name, user_id, bucket,
         durations, first_tokens FROM ${latencyColumns.from('latency', latencies)}
  ON CONFLICT (wallet_id, day, key_id, model, app_name, user_id, bucket)
  DO UPDATE SET ${sumsOf('l', ['durations', 'first_tokens'])}
), new_cachings AS (
  INSERT INTO usage_caching AS c (wallet_id, day, ${usageScope}, ${cachingSums.join(', ')})
  SELECT wallet_id, date '1970-01-01' + day, ${usageScope}, ${cachingSums.join(', ')}
    FROM ${cachingColumns.from('caching', cachings)}
  ON CONFLICT (wallet_id, day, ${usageScope}) DO UPDATE SET ${sumsOf('c', cachingSums)}
), ${writePrompts(prompts)}, new_keys AS (
  INSERT INTO key_totals AS k
    (key_id, wallet_id, key_name, spend_nanos, requests, tokens, last_used_at)
  SELECT key_id, wallet_id, key_name, spend_nanos, requests, tokens, ${toTime('last_used_ms')}
    FROM ${keyColumns.from('total', keys)}
  ON CONFLICT (key_id) DO UPDATE SET ${sumsOf('k', ['spend_nanos', 'requests', 'tokens'])},
    key_name = CASE WHEN excluded.key_name = '' THEN k.key_name ELSE excluded.key_name END,
    last_used_at = greatest(k.last_used_at, excluded.last_used_at)
), new_goodwill AS (
  INSERT INTO goodwill_uses AS u (wallet_id, bucket, used_nanos)
  SELECT wallet_id, bucket, used_nanos FROM ${goodwillColumns.from('used', goodwill)}
  ON CONFLICT (wallet_id, bucket) DO UPDATE SET ${sumsOf('u', ['used_nanos'])}
), ${writeRollups(rollups)}, ${writeOrgSeries(rollups + rollupParameters)}`;
}

const returnWallets = `SELECT ${walletColumns.select} FROM changed_wallets`;
const addEntriesSql = `WITH ${writeEntries(1)} ${returnWallets}`;
const addGenerationsSql = `WITH ${writeGenerations(1)} SELECT 1`;
const postChargesSql = `
WITH ${writeEntries(1)}, ${writeGenerations(1 + entryParameters)} ${returnWallets}`;

function valuesOfEntries(entries: readonly JournalEntry[]): unknown[] {
  const { changes, transfers } = placeEntries(entries);
  return [...changeColumns.values(changes), ...transferColumns.values(transfers)];
}

function valuesOfGenerations(
  generations: readonly Generation[],
  orgsWithSums: ReadonlySet<string>,
): unknown[] {
  let nextStart = 1;
  const placed = generations.map((generation) => {
    const recordStart = nextStart;
    nextStart += generation.record.length;
    return { generation, recordStart };
  });
  const { cachings, hours, days, latencies, keys, prompts } = sumUsage(generations);
  return [
    Buffer.concat(generations.map(({ record }) => record)),
    ...generationColumns.values(placed),
    ...hourColumns.values(hours),
    ...dayColumns.values(days),
    ...latencyColumns.values(latencies),
    ...cachingColumns.values(cachings),
    ...valuesOfPrompts(prompts),
    ...keyColumns.values(keys),
    ...goodwillColumns.values(sumGoodwill(generations)),
    ...valuesOfRollups(generations),
    ...valuesOfOrgSeries(generations, orgsWithSums),
  ];
}

/** Returns the wallets that changed. An entry that exists is a unique violation. */
export async function addEntries(
  sql: Queryable,
  entries: readonly JournalEntry[],
): Promise<Wallet[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql.queryNamed<Wallet>(
    'add_entries',
    addEntriesSql,
    valuesOfEntries(entries),
  );
  return rows;
}

/** Calls and read models, inside a transaction. A call that exists is a unique violation. */
export async function addGenerations(
  sql: Queryable,
  generations: readonly Generation[],
): Promise<void> {
  if (generations.length === 0) return;
  const values = valuesOfGenerations(generations, await keepOrgsWithSums(sql, generations));
  await sql.queryNamed('add_generations', addGenerationsSql, values);
}

/**
 * Both at once. Outside a transaction it is one by itself: a single round trip for a batch. It is
 * refused (`isMissingSums`) when more of the organizations have sums than the caller knew.
 */
export async function postCharges(
  sql: Queryable,
  entries: readonly JournalEntry[],
  generations: readonly Generation[],
  orgsWithSums: ReadonlySet<string>,
): Promise<Wallet[]> {
  const { rows } = await sql.queryNamed<Wallet>('post_charges', postChargesSql, [
    ...valuesOfEntries(entries),
    ...valuesOfGenerations(generations, orgsWithSums),
  ]);
  return rows;
}
