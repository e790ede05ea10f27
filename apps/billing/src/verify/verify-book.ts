import type { Database } from '@tollgate/postgres';
import { agreementInvariants } from './agreement-invariants';
import { holdInvariants } from './hold-invariants';
import { bookInvariants, type InvariantResult } from './invariants';
import { topupInvariants } from './topup-invariants';

const invariants = [
  ...bookInvariants,
  ...agreementInvariants,
  ...holdInvariants,
  ...topupInvariants,
];

interface FigureRow {
  readonly count: string | bigint;
  readonly nanos?: string | null;
  readonly breaches: number;
}

/** Checks the book in one snapshot, so that traffic does not look like a breach. */
export async function verifyBook(
  database: Database,
  signal?: AbortSignal,
): Promise<InvariantResult[]> {
  return database.withTransaction(
    async (transaction) => {
      // One core is enough for it; the others are for those who wait.
      await transaction.query('SET LOCAL max_parallel_workers_per_gather = 0');
      const results: InvariantResult[] = [];
      for (const { id, name, sql, unit } of invariants) {
        signal?.throwIfAborted();
        const { rows } = await transaction.query<FigureRow>(sql);
        const [row] = rows;
        if (row === undefined) throw new Error(`no figure for ${id}`);
        results.push({
          id,
          name,
          unit,
          count: Number(row.count),
          nanos: row.nanos == null ? null : BigInt(row.nanos),
          breaches: row.breaches,
        });
      }
      return results;
    },
    { isolation: 'repeatable read', attemptsMax: 1 },
  );
}
