import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The .env of the compose file with fresh secrets, and payments that can be simulated. */
export async function makeVariables(): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await run(process.execPath, [join('deploy', 'make-env.mjs')]);
  const secrets = stdout
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => {
      const end = line.indexOf('=');
      return [line.slice(0, end), line.slice(end + 1)] as const;
    });
  return {
    ...Object.fromEntries(secrets),
    PAYMENTS_DEV: '1',
    DEVELOPMENT_SETTINGS: 'PAYMENTS_DEV',
  };
}
