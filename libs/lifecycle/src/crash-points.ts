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
