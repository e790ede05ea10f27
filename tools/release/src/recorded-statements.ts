import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A statement that the code of a release sent to its database, with values it had once. */
export interface RecordedStatement {
  readonly text: string;
  /** As texts, which the server reads by the types of the parameters. */
  readonly values: readonly (string | null)[];
}

/** One statement per line, sorted, so that a new recording shows what changed. */
function fileOf(version: string, schema: string): string {
  return join('tools', 'release', 'statements', version, `${schema}.jsonl`);
}

/** Returns undefined for a release that was not recorded. */
export function readRecorded(
  version: string,
  schema: string,
): readonly RecordedStatement[] | undefined {
  const file = fileOf(version, schema);
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedStatement);
}

export function writeRecorded(
  version: string,
  schema: string,
  statements: readonly RecordedStatement[],
): void {
  const file = fileOf(version, schema);
  mkdirSync(dirname(file), { recursive: true });
  const lines = statements.map((statement) => JSON.stringify(statement)).sort();
  writeFileSync(file, `${lines.join('\n')}\n`);
}
