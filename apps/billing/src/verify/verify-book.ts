import type { Database } from '@tollgate/postgres';
import { agreementInvariants } from './agreement-invariants';
import { bookInvariants, type InvariantResult } from './invariants';

/** Checks the book in one snapshot, so that traffic does not look like a breach. */
export async function verifyBook(database: Database): Promise<InvariantResult[]> {
  return database.withTransaction(
    async (transaction) => {
      const results: InvariantResult[] = [];
      for (const { id, name, sql } of [...bookInvariants, ...agreementInvariants]) {
        const { rows } = await transaction.query<{ figure: string; breaches: number }>(sql);
        const { figure = 'no answer', breaches = 1 } = rows[0] ?? {};
        results.push({
          id,
          name,
          figure: breaches === 0 ? figure : `${figure}, ${breaches} wrong`,
          isHeld: breaches === 0,
        });
      }
      return results;
    },
    { isolation: 'repeatable read', attemptsMax: 1 },
  );
}
