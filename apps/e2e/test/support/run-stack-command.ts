import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Gateway } from './gateway';

export interface CommandReport {
  readonly exitCode: number;
  readonly output: string;
}

/** What `npm run ledger:verify` and its siblings run, on the stores of this stack. */
export function runStackCommand(
  { dataDirectory }: Pick<Gateway, 'dataDirectory'>,
  command: 'keys-rotate' | 'ledger-verify',
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandReport> {
  const program = join('dist', 'tools', 'stack', 'main.js');
  const env = { PATH: process.env['PATH'], TOLLGATE_DATA: dataDirectory, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, command], { env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}
