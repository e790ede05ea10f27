import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a release had, kept in tools/release/landed. */
export interface Landed {
  readonly version: string;
  /** By schema and name, with the SHA-256 of the file. */
  readonly migrations: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function listMigrations(root: string): Landed['migrations'] {
  const folderOf = (app: string): string => join(root, 'apps', app, 'migrations');
  const schemas = readdirSync(join(root, 'apps'))
    .filter((app) => existsSync(folderOf(app)))
    .sort();
  const hash = (schema: string, file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folderOf(schema), file)))
      .digest('hex');
  return Object.fromEntries(
    schemas.map((schema) => [
      schema,
      Object.fromEntries(
        readdirSync(folderOf(schema))
          .filter((file) => file.endsWith('.sql'))
          .sort()
          .map((file) => [file.replace(/\.sql$/, ''), hash(schema, file)]),
      ),
    ]),
  );
}
