import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where a crash is most likely to break an invariant: between two effects that belong together. */
export const crashPoints = [
  /** The hold is in the till; the provider was not called. */
  'relay.admitted',
  /** The charge is on disk; neither the client nor the till has it. */
  'relay.recorded',
  /** The event log has the records; the spool's cursor is before them. */
  'relay.published',
  /** The book has the charges; the till does not. */
  'billing.posted',
  /** Book and till agree; the event log still thinks that nothing was read. */
  'billing.told',
  /** The job has its row; it is not admitted yet. */
  'video.admitting',
  /** The book holds its worst case; it is not submitted to a provider. */
  'video.held',
  /** A provider has started it; its row does not have that yet. */
  'video.submitting',
  /** Its row has that; the client has no answer. */
  'video.submitted',
  /** The final state is stored; the hold is still open. */
  'video.settling',
  /** The hold is ended; the row still waits for it. */
  'video.captured',
  /** The receiver was called; the row does not have that yet. */
  'video.webhook',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Called when a crash point is reached. */
export type ReachCrashPoint = (point: CrashPoint) => void;

/**
 * For tests of the whole stack: a process ends at once, as by kill -9, when it reaches a point
 * that a file in the directory is named after. The file is deleted first, so that the next process
 * survives. Without a directory, as in production, reaching a point does nothing.
 */
export function createCrashPoints(directory: string): ReachCrashPoint {
  if (directory === '') return () => undefined;
  return (point) => {
    const path = join(directory, point);
    if (!existsSync(path)) return;
    rmSync(path, { force: true });
    process.kill(process.pid, 'SIGKILL');
  };
}
