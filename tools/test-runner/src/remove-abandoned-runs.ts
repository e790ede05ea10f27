import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findDirectoryOwner, stopLeftovers } from '@tollgate/embedded';

/** Clears what test runs that were killed left behind; runs under way are left alone. */
export async function removeAbandonedRuns(parentDirectory: string): Promise<void> {
  for (const name of readdirSync(parentDirectory)) {
    const directory = join(parentDirectory, name);
    if (findDirectoryOwner(directory) !== undefined) continue;
    await stopLeftovers(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}
