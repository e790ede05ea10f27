import { join } from 'node:path';
import { formatSegmentName, listSegments } from './segment-names';
import { readCursor } from './spool-cursor';
import { diskFiles } from './spool-files';

/**
 * Whether a process that ended left records behind, for who decides which relays are started: only
 * a relay with this directory publishes them. A torn record at the end counts as well.
 */
export function hasBacklog(directory: string): boolean {
  const segments = listSegments(diskFiles, directory);
  const cursor = readCursor(diskFiles, directory) ?? { segment: 0, offset: 0 };
  return segments.some((segment) => {
    const bytes = diskFiles.size(join(directory, formatSegmentName(segment)));
    if (segment === cursor.segment) return bytes > cursor.offset;
    return segment > cursor.segment && bytes > 0;
  });
}
