import { setTimeout as sleep } from 'node:timers/promises';
import { findProcessIdentity, isSameProcessAlive, type ProcessIdentity } from './process-identity';

const pollMs = 25;
const killWaitMsMax = 10_000;

/** Signals a process, waits for its end, and kills it when it takes longer than `timeoutMs`. */
export async function stopPid(
  pid: number,
  { signal = 'SIGTERM', timeoutMs }: { signal?: NodeJS.Signals; timeoutMs: number },
): Promise<void> {
  const identity = findProcessIdentity(pid);
  if (identity === undefined) return;
  sendSignal(pid, signal);
  if (await hasEndedWithin(identity, timeoutMs)) return;
  sendSignal(pid, 'SIGKILL');
  if (await hasEndedWithin(identity, killWaitMsMax)) return;
  throw new Error(`process ${pid} does not end, not even by SIGKILL`);
}

async function hasEndedWithin(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isSameProcessAlive(identity)) {
    if (Date.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

/** The process may end between the check and the signal, which is fine. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
