import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Moments at which a sudden end is most telling, each between two effects that belong together. */
export const crashPoints = [
  /** The hold is in the till; the provider was not called. */
  'relay.admitted',
  /** The charge is on disk; neither the client nor the till knows. */
  'relay.recorded',
  /** The event log has the records; the spool's cursor stands before them. */
  'relay.published',
  /** The book has the charges; the till does not know. */
  'billing.posted',
  /** Book and till agree; the event log still thinks that nothing was read. */
  'billing.told',
  /** The job has its row; nobody was asked to let it in. */
  'video.admitting',
  /** The book holds its worst case; no provider knows of it. */
  'video.held',
  /** A provider has begun it; its row does not say so. */
  'video.submitting',
  /** Its row says so; the client was not told. */
  'video.submitted',
  /** The verdict stands; the hold does not know. */
  'video.settling',
  /** The hold is ended; the row still waits for it. */
  'video.captured',
  /** The receiver was called; the row does not know. */
  'video.webhook',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Told when a moment has come. */
export type ReachCrashPoint = (point: CrashPoint) => void;

/**
 * For tests of the whole stack: a process ends at once, as by kill -9, when it reaches a point
 * that a file in the directory is named after. The file goes first, so that its successor lives.
 * Without a directory, as everywhere else, reaching a point does nothing.
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
