import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export interface CopyOptions {
  /** Of every file that is not executable. */
  readonly fileMode: number;
  readonly modified: Date;
}

/**
 * Copies the sources to another folder of the same disk, as a checkout would have them, with the
 * installed packages as hard links.
 */
export function copyWorkspace(target: string, { fileMode, modified }: CopyOptions): void {
  const listed = execFileSync('git', [
    ...['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  ]);
  for (const file of listed.toString('utf8').split('\0')) {
    if (file === '' || !existsSync(file)) continue;
    const copy = join(target, file);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(file, copy);
    chmodSync(copy, fileMode);
    utimesSync(copy, modified, modified);
  }
  linkFolder('node_modules', join(target, 'node_modules'));
}

function linkFolder(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) linkFolder(from, to);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else linkSync(from, to);
  }
}
