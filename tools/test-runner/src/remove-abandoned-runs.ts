import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findDirectoryOwner, removeCluster, stopLeftovers } from '@tollgate/embedded';

/** Clears what test runs that were killed left behind; runs under way are left alone. */
export async function removeAbandonedRuns(parentDirectory: string): Promise<void> {
  for (const name of readdirSync(parentDirectory)) {
    const directory = resolve(parentDirectory, name);
    if (findDirectoryOwner(directory) !== undefined) continue;
    for (const part of [join(directory, 'stack'), directory]) {
      await stopLeftovers(part);
      removeCluster(join(part, 'postgres'));
    }
    rmSync(directory, { recursive: true, force: true });
  }
}
