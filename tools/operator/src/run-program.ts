import { BillError } from '@tollgate/provider-bill';
import { UsageError } from './usage-error';

const wrongUse = 2;

/**
 * Exits with the code that the program returns, and with 2 when it was called wrongly. `--help`
 * prints the usage.
 */
export function runProgram(
  name: string,
  usage: string,
  program: (given: readonly string[], say: (line: string) => void) => Promise<number>,
): void {
  // Lists and bills are of others: their names must not control the terminal.
  const say = (line: string): void =>
    void process.stdout.write(`${line.replace(/\p{Cc}/gu, ' ')}\n`);
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    say(`usage: ${usage}`);
    return;
  }
  program(given, say).then(
    (exitCode) => void (process.exitCode = exitCode),
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${name}: ${reason}\n`);
      const isWrongUse = error instanceof UsageError || error instanceof BillError;
      process.exitCode = isWrongUse ? wrongUse : 1;
    },
  );
}
