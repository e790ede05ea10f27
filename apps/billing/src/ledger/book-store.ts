import { recordAudit } from '@tollgate/event-log';
import { getUlidTimeMs } from '@tollgate/ids';
import { isUniqueViolation, type Database, type Queryable } from '@tollgate/postgres';
import { listHeldHolds } from '../holds/booked-hold-rows';
import { setCreditLine } from '../wallets/credit-line-store';
import type { Wallet } from '../wallets/wallet';
import { walletColumns } from '../wallets/wallet-rows';
import { addEntries, addGenerations, postCharges } from './book-statements';
import { defineColumns } from './column-batch';
import { findOrgsWithSums, isMissingSums, listOrgs } from './org-series-statements';
import type { Book, BookStore } from './ports';
import { sumSpend } from './spend-reader';
import { makeSettleEntry, type Generation } from './usage';

export function createBookStore(database: Database): BookStore {
  const post = createPostCharges(database);
  return {
    inTransaction: (run, isolation = 'read committed') =>
      database.withTransaction((transaction) => run(createBook(transaction)), { isolation }),
    postCharges: (generations) => postNew(database, post, generations),
  };
}

export function createBook(sql: Queryable): Book {
  return {
    addEntries: (entries) => addEntries(sql, entries),
    addGenerations: (generations) => addGenerations(sql, generations),
    findWallets: (walletIds) => findWallets(sql, walletIds),
    findPosted: (ulids) => findPosted(sql, ulids),
    sumSpend: (walletId, counter, startMs) => sumSpend(sql, { walletId, counter, startMs }),
    listHeldHolds: (walletId) => listHeldHolds(sql, walletId),
    setCreditLine: (walletId, nanos) => setCreditLine(sql, walletId, nanos),
    recordAudit: (entry) => recordAudit(sql, entry),
  };
}

type PostCharges = (generations: readonly Generation[]) => Promise<Wallet[]>;

/**
 * Remembers which organizations have sums (one call in some 100,000 is of a new one), and looks
 * again when Postgres knows of another one. An organization keeps its sums.
 */
function createPostCharges(database: Database): PostCharges {
  const orgsWithSums = new Set<string>();
  return async (generations) => {
    const entries = generations.filter(({ costNanos }) => costNanos > 0n).map(makeSettleEntry);
    const post = (): Promise<Wallet[]> => postCharges(database, entries, generations, orgsWithSums);
    try {
      return await post();
    } catch (error) {
      if (!isMissingSums(error)) throw error;
      const found = await findOrgsWithSums(database, listOrgs(generations));
      for (const orgId of found) orgsWithSums.add(orgId);
      return post();
    }
  };
}

/** Each round loses to another instance that posted part of the batch; three are enough. */
const roundsMax = 3;

/**
 * Takes all calls for new, which they nearly always are. If one is not, the statement fails whole,
 * and the next round leaves out what the book has.
 */
async function postNew(
  database: Database,
  post: PostCharges,
  generations: readonly Generation[],
): Promise<{ wallets: Wallet[]; posted: number }> {
  let fresh = generations;
  for (let round = 1; ; round++) {
    try {
      const changed = fresh.length === 0 ? [] : await post(fresh);
      const others = await findOtherWallets(database, generations, changed);
      return { wallets: [...changed, ...others], posted: fresh.length };
    } catch (error) {
      if (round >= roundsMax || !isUniqueViolation(error)) throw error;
      const posted = await findPosted(
        database,
        generations.map(({ ulid }) => ulid),
      );
      fresh = generations.filter(({ ulid }) => !posted.has(ulid));
    }
  }
}

/** Wallets whose charges were all posted before: the till may not have them yet. */
function findOtherWallets(
  database: Database,
  generations: readonly Generation[],
  changed: readonly Wallet[],
): Promise<Wallet[]> {
  const ids = new Set<string>();
  for (const { walletId, costNanos } of generations) if (costNanos > 0n) ids.add(walletId);
  for (const { walletId } of changed) ids.delete(walletId);
  return ids.size === 0 ? Promise.resolve([]) : findWallets(database, [...ids]);
}

async function findWallets(sql: Queryable, walletIds: readonly string[]): Promise<Wallet[]> {
  const { rows } = await sql.queryNamed<Wallet>(
    'find_wallets',
    `SELECT ${walletColumns.select} FROM wallets WHERE id = ANY($1)`,
    [walletIds],
  );
  return rows;
}

const ulidColumns = defineColumns<string>({
  ulid: { type: 'text', read: (ulid) => ulid },
  created_ms: { type: 'bigint', read: getUlidTimeMs },
});
const findPostedSql = `
SELECT g.ulid FROM ${ulidColumns.from('wanted', 1)}
  JOIN generations g
    ON g.ulid = wanted.ulid AND g.created_at = to_timestamp(wanted.created_ms / 1000.0)`;

async function findPosted(sql: Queryable, ulids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ulids.length === 0) return new Set();
  const { rows } = await sql.queryNamed<{ ulid: string }>(
    'find_posted',
    findPostedSql,
    ulidColumns.values(ulids),
  );
  return new Set(rows.map(({ ulid }) => ulid));
}
