import type { SpoolFiles } from './spool-files';

const suffix = '.spool';
const digits = 12;

export function formatSegmentName(segment: number): string {
  return segment.toString().padStart(digits, '0') + suffix;
}

/** Numbers of the segments on disk, ascending. */
export function listSegments(files: SpoolFiles, directory: string): number[] {
  return files
    .list(directory)
    .filter((name) => name.endsWith(suffix))
    .map((name) => Number(name.slice(0, -suffix.length)))
    .filter((segment) => Number.isSafeInteger(segment))
    .sort((left, right) => left - right);
}
