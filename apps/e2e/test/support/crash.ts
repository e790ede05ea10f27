import { waitUntil } from '@tollgate/testing';
import type { Gateway } from './gateway';

/** Ends parts without warning, all at the same moment, and waits for their successors. */
export async function killParts(gateway: Gateway, ...parts: readonly string[]): Promise<void> {
  await signalParts(gateway, 'SIGKILL', parts);
}

/** Asks parts to stop in order; the supervisor starts them again. */
export async function stopParts(gateway: Gateway, ...parts: readonly string[]): Promise<void> {
  await signalParts(gateway, 'SIGTERM', parts);
}

const restartTimeoutMs = 45_000;

async function signalParts(
  gateway: Gateway,
  signal: 'SIGKILL' | 'SIGTERM',
  parts: readonly string[],
): Promise<void> {
  const { pids } = gateway.credentials();
  const old = parts.map((part) => {
    const pid = pids[part];
    if (pid === undefined) throw new Error(`no process of ${part}`);
    process.kill(pid, signal);
    return { part, pid };
  });
  await waitUntil(
    () => {
      const now = gateway.credentials().pids;
      return old.every(({ part, pid }) => now[part] !== undefined && now[part] !== pid);
    },
    { timeoutMs: restartTimeoutMs, what: `a new process of ${parts.join(', ')}` },
  );
}
