import { join } from 'node:path';
import { findAbandonedLock, lockDirectory } from './directory-lock';
import { formatSegmentName, listSegments } from './segment-names';
import { readCursor, writeCursor } from './spool-cursor';
import { diskFiles } from './spool-files';

export interface Replay {
  readonly segments: number;
  readonly bytes: number;
}

/**
 * Sets the cursor back, so that the next process of this spool publishes again what is kept of
 * records since the given time. Whole segments are published again: consumers know what they have.
 */
export async function replaySpool(directory: string, sinceMs: number): Promise<Replay> {
  const lock = lockDirectory(directory, { abandoned: await findAbandonedLock(directory) });
  try {
    const pathOf = (segment: number): string => join(directory, formatSegmentName(segment));
    const cursor = readCursor(diskFiles, directory);
    const again = listSegments(diskFiles, directory).filter(
      (segment) =>
        cursor !== undefined &&
        segment <= cursor.segment &&
        diskFiles.modifiedMs(pathOf(segment)) >= sinceMs,
    );
    const [first] = again;
    if (first === undefined) return { segments: 0, bytes: 0 };
    await writeCursor(diskFiles, directory, { segment: first, offset: 0 }, 'durable');
    const bytes = again.reduce((sum, segment) => sum + diskFiles.size(pathOf(segment)), 0);
    return { segments: again.length, bytes };
  } finally {
    lock.release();
  }
}
