import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// Package managers put programs here, and not every shell looks there.
const systemDirectories = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/opt/homebrew/bin'];

/** The path of the first of the programs that is installed, or undefined. */
export function findProgram(
  names: readonly string[],
  path = process.env['PATH'] ?? '',
): string | undefined {
  const directories = [...path.split(delimiter), ...systemDirectories].filter((name) => name);
  const candidates = directories.flatMap((directory) => names.map((name) => join(directory, name)));
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
