import { join } from 'node:path';
import type { SpoolCursor } from './segment-reader';
import type { SpoolFiles } from './spool-files';

const cursorName = 'cursor';

export function readCursor(files: SpoolFiles, directory: string): SpoolCursor | undefined {
  const text = files.readText(join(directory, cursorName));
  if (text === undefined) return undefined;
  const parsed = JSON.parse(text) as Partial<SpoolCursor>;
  if (!Number.isSafeInteger(parsed.segment) || !Number.isSafeInteger(parsed.offset)) {
    throw new Error(`the cursor of the spool ${directory} is not readable`);
  }
  return { segment: parsed.segment as number, offset: parsed.offset as number };
}

/** `durable` survives a power cut, too, not only the process. */
export function writeCursor(
  files: SpoolFiles,
  directory: string,
  { segment, offset }: SpoolCursor,
  survive: 'process' | 'durable',
): Promise<void> {
  return files.replaceText(directory, cursorName, JSON.stringify({ segment, offset }), survive);
}
