import { execFileSync } from 'node:child_process';

/** The user that a PostgreSQL program runs as; empty: the user of this process. */
export interface PostgresUser {
  readonly uid?: number;
  readonly gid?: number;
}

const userName = 'postgres';

/** PostgreSQL refuses to run as root: there it is the user `postgres`, created when missing. */
export function ensurePostgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return {};
  return findUser() ?? createUser();
}

function findUser(): PostgresUser | undefined {
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

function createUser(): PostgresUser {
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
