import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Gateway } from './gateway';

export interface LedgerReport {
  readonly exitCode: number;
  readonly output: string;
}

/** What `npm run ledger:verify` runs, on the stores of this stack. */
export function verifyLedger(gateway: Gateway): Promise<LedgerReport> {
  const program = join('dist', 'tools', 'stack', 'main.js');
  const env = { PATH: process.env['PATH'], TOLLGATE_DATA: gateway.dataDirectory };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'ledger-verify'], { env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}
