/** What became of all sealed rows. */
export interface Resealed {
  readonly resealed: number;
  /** Sealed with the current key before. */
  readonly current: number;
  /** A service has changed them at the same moment. */
  readonly changed: number;
  /** No key opens them. */
  readonly broken: readonly string[];
}

export interface ResealSteps<Row extends { readonly id: string }, Seal> {
  /** The next rows in the order of their ids; none after the last one. */
  readonly list: (afterId: string) => Promise<readonly Row[]>;
  /** Undefined for a row that is sealed with the current key. Throws when no key opens it. */
  readonly reseal: (row: Row) => Seal | undefined;
  /** False when the row is not as it was read. */
  readonly save: (row: Row, sealed: Seal) => Promise<boolean>;
}

/** Seals all rows with the current key. It can be ended and begun again at any time. */
export async function resealRows<Row extends { readonly id: string }, Seal>(
  steps: ResealSteps<Row, Seal>,
): Promise<Resealed> {
  const counts = { resealed: 0, current: 0, changed: 0 };
  const broken: string[] = [];
  let afterId = '';
  for (;;) {
    const rows = await steps.list(afterId);
    for (const row of rows) {
      const sealed = tryReseal(steps, row);
      if (sealed === 'broken') broken.push(row.id);
      else if (sealed === undefined) counts.current++;
      else if (await steps.save(row, sealed)) counts.resealed++;
      else counts.changed++;
      afterId = row.id;
    }
    if (rows.length === 0) return { ...counts, broken };
  }
}

function tryReseal<Row extends { readonly id: string }, Seal>(
  { reseal }: ResealSteps<Row, Seal>,
  row: Row,
): Seal | 'broken' | undefined {
  try {
    return reseal(row);
  } catch {
    return 'broken';
  }
}

/** One line for an operator, and whether the keys before the current one may go. */
export function describeResealed(
  what: string,
  { broken, changed, current, resealed }: Resealed,
): { readonly text: string; readonly isDone: boolean } {
  const isDone = broken.length === 0 && changed === 0;
  const counts = `${what}: ${resealed} sealed again, ${current} had the current key already`;
  const problems = [
    changed === 0 ? '' : `; ${changed} changed meanwhile: run it again`,
    broken.length === 0 ? '' : `; no key opens ${broken.join(', ')}`,
  ].join('');
  const end = isDone ? '; the keys after the first one are no longer needed for them' : problems;
  return { text: `${counts}${end}`, isDone };
}

/** Streams and exit code of a program. */
interface Program {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
}

/** Prints what became of the rows; the exit code is 1 while a row still needs another key. */
export async function printResealed(
  what: string,
  run: () => Promise<Resealed>,
  program: Program,
): Promise<void> {
  try {
    const { isDone, text } = describeResealed(what, await run());
    program.stdout.write(`${text}\n`);
    program.exitCode = isDone ? 0 : 1;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    program.stderr.write(`keys:rotate could not run: ${message}\n`);
    program.exitCode = 1;
  }
}
