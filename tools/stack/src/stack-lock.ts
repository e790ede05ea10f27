import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProcessIdentity, isSameProcessAlive, type ProcessIdentity } from '@tollgate/embedded';
import { readJsonFile, writeJsonFile } from './json-file';
import { StackError } from './stack-error';

/** Claims the data directory for this process; refuses while another stack lives on it. */
export function claimDataDirectory(dataDirectory: string): { readonly release: () => void } {
  mkdirSync(dataDirectory, { recursive: true });
  const owner = findLivingStack(dataDirectory);
  if (owner !== undefined) {
    throw new StackError(
      `already running on ${dataDirectory} (pid ${owner.pid}); stop it, or set TOLLGATE_DATA ` +
        'and PORT to run a second one',
    );
  }
  const file = lockFile(dataDirectory);
  writeJsonFile(file, findProcessIdentity(process.pid));
  return { release: () => rmSync(file, { force: true }) };
}

/** The stack that runs on this data directory now, if any. */
export function findLivingStack(dataDirectory: string): ProcessIdentity | undefined {
  const owner = readJsonFile<ProcessIdentity>(lockFile(dataDirectory));
  return owner !== undefined && isSameProcessAlive(owner) ? owner : undefined;
}

function lockFile(dataDirectory: string): string {
  return join(dataDirectory, 'stack.json');
}
