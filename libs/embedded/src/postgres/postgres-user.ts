import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How to run a PostgreSQL program: it refuses to run as root. */
export interface PostgresUser {
  readonly uid?: number;
  readonly gid?: number;
  /** Put before the program and its arguments; it changes the user itself. */
  readonly wrapper: readonly string[];
}

const userName = 'postgres';

/** The current user, or for root the system user `postgres`, which is created when missing. */
export function ensurePostgresUser(paths: readonly string[]): PostgresUser {
  if (process.getuid?.() !== 0) return { wrapper: [] };
  const { uid, gid } = findUser() ?? createUser();
  if (paths.every(isTraversable)) return { uid, gid, wrapper: [] };
  // Below /root and other closed folders the user could not even reach its own files.
  const capability = '+dac_override';
  return {
    wrapper: [
      ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
      ...[`--inh-caps=${capability}`, `--ambient-caps=${capability}`, '--'],
    ],
    uid,
    gid,
  };
}

/** Spawn options for a program run as this user: a wrapper must still be root to change over. */
export function spawnIdentity({ uid, gid, wrapper }: PostgresUser): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined || wrapper.length > 0 ? {} : { uid, gid };
}

function findUser(): { uid: number; gid: number } | undefined {
  try {
    return { uid: readId('-u'), gid: readId('-g') };
  } catch {
    return undefined;
  }
}

function readId(option: '-u' | '-g'): number {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  return Number(execFileSync('id', [option, userName], { stdio: [...stdio], encoding: 'utf8' }));
}

function createUser(): { uid: number; gid: number } {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', userName]);
    return { uid: readId('-u'), gid: readId('-g') };
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root and the user "${userName}" cannot be created; ` +
        'create it, start as another user, or set DATABASE_URL',
      { cause: error },
    );
  }
}

/** Whether everybody may pass through every folder above the path. */
function isTraversable(path: string): boolean {
  const everybodyMayPass = 0o001;
  const parent = dirname(path);
  if (parent === path) return true;
  return (statSync(parent).mode & everybodyMayPass) !== 0 && isTraversable(parent);
}
