import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../processes/process-identity';
import { stopPid } from '../processes/stop-pid';

const stopTimeoutMs = 10_000;

/** Stops a server that a killed supervisor left running on this data directory. */
export async function stopLeftoverPostgres(dataDirectory: string): Promise<void> {
  const pid = readPostmasterPid(dataDirectory);
  if (pid === undefined || !readCommandLine(pid).includes(dataDirectory)) return;
  await stopPid(pid, { signal: 'SIGINT', timeoutMs: stopTimeoutMs });
}

function readPostmasterPid(dataDirectory: string): number | undefined {
  try {
    const firstLine = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0];
    const pid = Number(firstLine);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
