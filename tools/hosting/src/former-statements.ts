import { withClient } from '@tollgate/embedded';
import type { RecordedStatement } from '../../release/src/recorded-statements';
import type { Statement } from './old-instances';

/** `done`, or the SQLSTATE with which the server refused the statement. */
export type Outcome = string;

const makesPartitions = /\bensure_month\b/;

/** Runs each statement with its values in a transaction of its own, which is rolled back. */
export function tryStatements(
  url: string,
  statements: readonly RecordedStatement[],
): Promise<readonly Outcome[]> {
  return withClient(url, async (client) => {
    await client.query("SET statement_timeout = '10s'");
    const outcomes: Outcome[] = [];
    for (const { text, values } of statements) {
      await client.query('BEGIN');
      const outcome = await client.query(text, [...values]).then(
        () => 'done',
        ({ code }: { readonly code?: string }) => code ?? 'no answer',
      );
      outcomes.push(outcome);
      await client.query('ROLLBACK');
    }
    return outcomes;
  });
}

/**
 * The statements that were done, for an instance that runs them all the time. Those that make
 * partitions are left out: a job runs them once a day, and without a pause they cause deadlocks.
 */
export function listDone(
  statements: readonly RecordedStatement[],
  outcomes: readonly Outcome[],
): readonly Statement[] {
  return statements
    .filter(({ text }, index) => outcomes[index] === 'done' && !makesPartitions.test(text))
    .map(({ text, values }, index) => ({
      kind: 'update',
      table: `of the release ${index}`,
      text,
      values,
    }));
}

/** Statements that name a column which only the schema of another release has. */
export function listForeign(
  statements: readonly RecordedStatement[],
  outcomes: readonly Outcome[],
): readonly string[] {
  return statements.filter((_, index) => outcomes[index] === '42703').map(({ text }) => text);
}

/** Statements that fail in another way than they did before, with both outcomes. */
export function listWorse(
  statements: readonly RecordedStatement[],
  before: readonly Outcome[],
  after: readonly Outcome[],
): readonly string[] {
  return statements.flatMap(({ text }, index) =>
    after[index] === 'done' || after[index] === before[index]
      ? []
      : [`${before[index]} before, ${after[index]} after: ${text}`],
  );
}
