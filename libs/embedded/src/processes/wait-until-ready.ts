import { readFileSync } from 'node:fs';
import type { ManagedProcess } from './start-process';
import { waitUntil } from './wait-until';

export interface ReadyOptions {
  readonly timeoutMs: number;
  readonly logFile: string;
}

/** A started process that died or stayed mute; the message holds the end of its log. */
export class NotReadyError extends Error {}

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
    throw new NotReadyError(`${reason}\n${logFile}:\n${readLogTail(logFile)}`, { cause: error });
  }
}

/** The last lines of a log file, for a message about why something did not start. */
export function readLogTail(logFile: string, linesMax = 25): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-linesMax).join('\n');
  } catch {
    return '(no log)';
  }
}
