import type { ManagedProcess } from './start-process';
import { readLogTail } from './read-log-tail';
import { waitUntil } from './wait-until';

export interface ReadyOptions {
  readonly timeoutMs: number;
  readonly logFile: string;
}

/** Waits for a started process to answer; stops it and shows its log when it dies or stays mute. */
export async function waitUntilReady(
  started: ManagedProcess,
  probe: () => Promise<boolean>,
  { timeoutMs, logFile }: ReadyOptions,
): Promise<void> {
  const isAnswering = waitUntil(() => (started.isRunning() ? probe() : true), {
    timeoutMs,
    pollMs: 50,
    what: `an answer of ${started.name}`,
  });
  try {
    await isAnswering;
    if (!started.isRunning()) throw new Error(`${started.name} ended: ${await started.exited}`);
  } catch (error) {
    await started.stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\n${logFile}:\n${readLogTail(logFile)}`, { cause: error });
  }
}
