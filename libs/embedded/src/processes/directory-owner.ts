import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from './json-file';
import { findProcessIdentity, isSameProcessAlive, type ProcessIdentity } from './process-identity';

/** Makes this process the owner of a directory; check for a living one first. */
export function claimDirectory(directory: string): { readonly release: () => void } {
  mkdirSync(directory, { recursive: true });
  const file = ownerFile(directory);
  writeJsonFile(file, findProcessIdentity(process.pid));
  return { release: () => rmSync(file, { force: true }) };
}

/** The living process that claimed the directory, if any. */
export function findDirectoryOwner(directory: string): ProcessIdentity | undefined {
  const owner = readJsonFile<ProcessIdentity>(ownerFile(directory));
  return owner !== undefined && isSameProcessAlive(owner) ? owner : undefined;
}

function ownerFile(directory: string): string {
  return join(directory, 'owner.json');
}
