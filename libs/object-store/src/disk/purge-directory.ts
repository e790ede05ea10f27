import { opendir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { purgeMax } from '../object-store';

/** Keys have fewer parts than this: deeper folders are not ours. */
const depthMax = 256;

/** Removes files last written before `before`, and the folders that are empty afterwards. */
export async function purgeDirectory(directory: string, before: number): Promise<number> {
  return purge(directory, before, purgeMax, depthMax);
}

async function purge(
  directory: string,
  before: number,
  countMax: number,
  depth: number,
): Promise<number> {
  if (depth === 0) return 0;
  const folder = await opendir(directory).catch(() => undefined);
  if (!folder) return 0;
  let count = 0;
  for await (const entry of folder) {
    if (count >= countMax) break;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) count += await purge(path, before, countMax - count, depth - 1);
    else if (await isOlder(path, before)) {
      await rm(path, { force: true });
      count += 1;
    }
  }
  if (count > 0) await rmdir(directory).catch(() => undefined);
  return count;
}

async function isOlder(path: string, before: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < before;
}
