import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings of PostgreSQL that deploy/backup/README.md shows to operators. */
export interface ArchiveSettings {
  /** Of the server that archives its log. */
  readonly archiving: Readonly<Record<string, string>>;
  /** The same of compose, which gives them as arguments. */
  readonly archivingWithCompose: Readonly<Record<string, string>>;
  /** Of the server that restores. */
  readonly restoring: Readonly<Record<string, string>>;
}

/** The documented settings, with another folder instead of `/archive`. */
export function readArchiveSettings(folder: string): ArchiveSettings {
  const page = readFileSync(join('deploy', 'backup', 'README.md'), 'utf8');
  const place = ([, name = '', value = '']: RegExpExecArray): [string, string] => [
    name,
    value.replaceAll('"/archive/', `"${folder}/`),
  ];
  const listSettings = (pattern: RegExp): Record<string, string> =>
    Object.fromEntries([...page.matchAll(pattern)].map(place));
  return {
    archiving: listSettings(/^(archive_\w+) = '?(.*?)'?$/gm),
    archivingWithCompose: listSettings(/^ +- (archive_\w+)=(.*)$/gm),
    restoring: listSettings(/^(restore_command|recovery_\w+) = '(.*)'$/gm),
  };
}
