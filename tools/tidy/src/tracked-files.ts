import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The top folder of the repository. */
export const workspaceRoot = join(__dirname, '..', '..', '..');

const generated = /^(?:libs\/contracts\/src\/gen|apps\/console\/src\/api\/generated)\//;

/** Everything that is tracked, as paths from the top. */
export function listAllTracked(): string[] {
  const listing = execFileSync('git', ['ls-files', '-z'], { cwd: workspaceRoot, encoding: 'utf8' });
  return listing.split('\0').filter((file) => file !== '' && existsSync(join(workspaceRoot, file)));
}

/** Tracked files that people write; `ending` picks some of them. */
export function listTrackedFiles(ending: RegExp = /./): string[] {
  return listAllTracked().filter((file) => ending.test(file) && !generated.test(file));
}

export function readTracked(file: string): string {
  return readFileSync(join(workspaceRoot, file), 'utf8');
}

export const sourceFiles = /\.(ts|tsx|mjs)$/;
export const testFiles = /\.(test|itest|e2e)\.ts$|^(apps|libs)\/[^/]+\/test\//;
