import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries';
import type { PostgresUser } from './postgres-user';

/** A folder that every user can enter; used only below closed folders such as root's home. */
const openDirectory = '/var/lib/tollgate';
const removeAll = { recursive: true, force: true } as const;

export interface PlacedCluster {
  readonly binaries: PostgresBinaries;
  /** Where the data really are. */
  readonly dataDirectory: string;
}

/**
 * Programs and data where their user can reach them. Root's home is closed to `postgres`, so from
 * there both move to an open folder and a link replaces the requested data folder.
 */
export function placeCluster(
  dataDirectory: string,
  binaries: PostgresBinaries,
  user: PostgresUser,
): PlacedCluster {
  const isReachable = isOpen(dirname(dataDirectory)) && isOpen(binaries.directory);
  if (user.uid === undefined || isReachable) return { binaries, dataDirectory };
  const openData = openDataDirectory(dataDirectory);
  mkdirSync(openDirectory, { recursive: true, mode: 0o755 });
  mkdirSync(dirname(dataDirectory), { recursive: true });
  if (!isLink(dataDirectory)) {
    // Without a link these are the data of a deleted folder, and their password is lost.
    rmSync(openData, removeAll);
    symlinkSync(openData, dataDirectory);
  }
  return { binaries: copyBinaries(binaries), dataDirectory: openData };
}

/** Removes a cluster, wherever its data really are. */
export function removeCluster(dataDirectory: string): void {
  if (isLink(dataDirectory)) rmSync(openDataDirectory(dataDirectory), removeAll);
  rmSync(dataDirectory, removeAll);
}

function openDataDirectory(dataDirectory: string): string {
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  return join(openDirectory, `data-${name}`);
}

function copyBinaries(binaries: PostgresBinaries): PostgresBinaries {
  const target = join(openDirectory, `postgres-${binaries.version}`);
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`;
    cpSync(binaries.directory, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, target);
  }
  const moved = (file: string): string => join(target, 'bin', basename(file));
  return {
    ...binaries,
    directory: target,
    initdb: moved(binaries.initdb),
    postgres: moved(binaries.postgres),
  };
}

/** Whether every user can enter the folder and all its parents. */
function isOpen(directory: string): boolean {
  const everybodyMayPass = 0o001;
  if (existsSync(directory) && (statSync(directory).mode & everybodyMayPass) === 0) return false;
  const parent = dirname(directory);
  return parent === directory || isOpen(parent);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
