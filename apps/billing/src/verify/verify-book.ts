import type { Database } from '@tollgate/postgres';
import { agreementInvariants } from './agreement-invariants';
import { holdInvariants } from './hold-invariants';
import { bookInvariants, type InvariantResult, type SqlInvariant } from './invariants';
import { invoiceInvariants } from './invoice-invariants';
import { topupInvariants } from './topup-invariants';

/** Each is one statement. */
export const sqlInvariants: readonly SqlInvariant[] = [
  ...bookInvariants,
  ...agreementInvariants,
  ...holdInvariants,
  ...topupInvariants,
  ...invoiceInvariants,
];

interface FigureRow {
  readonly count: string | bigint;
  readonly nanos?: string | null;
  readonly breaches: number;
  readonly first_breach?: string | null;
}

export interface VerifyOptions {
  /** Ends it before the next invariant. */
  readonly signal?: AbortSignal;
  /** Called for an invariant that cannot be checked; without it, the verification ends. */
  readonly onFailure?: (id: string, error: unknown) => void;
}

/** Each invariant is one statement and so one snapshot: traffic does not look like a breach. */
export async function verifyBook(
  database: Database,
  { onFailure, signal }: VerifyOptions = {},
): Promise<InvariantResult[]> {
  const results: InvariantResult[] = [];
  for (const invariant of sqlInvariants) {
    signal?.throwIfAborted();
    try {
      results.push(await verifyInvariant(database, invariant));
    } catch (error) {
      if (onFailure === undefined) throw error;
      onFailure(invariant.id, error);
    }
  }
  return results;
}

export function verifyInvariant(
  database: Database,
  { id, name, sql, unit }: SqlInvariant,
): Promise<InvariantResult> {
  return database.withTransaction(
    async (transaction) => {
      // One core is enough: the others serve requests.
      await transaction.query('SET LOCAL max_parallel_workers_per_gather = 0');
      const { rows } = await transaction.query<FigureRow>(sql);
      const [row] = rows;
      if (row === undefined) throw new Error(`no figure for ${id}`);
      const nanos = row.nanos == null ? null : BigInt(row.nanos);
      const { breaches, first_breach: firstBreach = null } = row;
      return { id, name, unit, count: Number(row.count), nanos, breaches, firstBreach };
    },
    { attemptsMax: 1 },
  );
}
