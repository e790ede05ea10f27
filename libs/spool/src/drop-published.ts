import { join } from 'node:path';
import { formatSegmentName, listSegments } from './segment-names';
import type { SpoolFiles } from './spool-files';

/** What is kept of published segments: of this age, and together no more than so many bytes. */
export interface Keep {
  readonly ms: number;
  readonly bytesMax: number;
}

/** Removes the segments before `before`, newest last, that need not be kept. */
export function dropPublished(options: {
  readonly directory: string;
  readonly files: SpoolFiles;
  readonly keep: Keep;
  readonly before: number;
  readonly nowMs?: number;
}): void {
  const { before, directory, files, keep, nowMs = Date.now() } = options;
  let keptBytes = 0;
  for (const segment of listSegments(files, directory).toReversed()) {
    if (segment >= before) continue;
    const path = join(directory, formatSegmentName(segment));
    keptBytes += files.size(path);
    const isOld = nowMs - files.modifiedMs(path) >= keep.ms;
    if (isOld || keptBytes > keep.bytesMax) files.unlink(path);
  }
}
