import { createHash } from 'node:crypto';
import { findMigrationFaults } from './find-migration-faults';
import { listTrackedFiles, readTracked } from './tracked-files';

/** What a release had; `npm run release` writes the file. */
interface Landed {
  readonly version: string;
  readonly migrations: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const releases = listTrackedFiles(/^tools\/release\/landed\/[^/]+\.json$/)
  .map((file) => JSON.parse(readTracked(file)) as Landed)
  .sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));
const versions = releases.map(({ version }) => version);

const fileOf = (schema: string, name: string): string => `apps/${schema}/migrations/${name}.sql`;

describe('migrations', () => {
  const files = listTrackedFiles(/^apps\/[^/]+\/migrations\/[^/]+\.sql$/);

  it('of a landed release are never changed or removed', () => {
    const changed = releases.flatMap(({ migrations, version }) =>
      Object.entries(migrations).flatMap(([schema, names]) =>
        Object.entries(names)
          .filter(([name, hash]) => hashOf(fileOf(schema, name)) !== hash)
          .map(([name]) => `${version}: ${fileOf(schema, name)}`),
      ),
    );
    expect(changed).toEqual([]);
  });

  function hashOf(file: string): string | undefined {
    if (!files.includes(file)) return undefined;
    return createHash('sha256').update(readTracked(file)).digest('hex');
  }

  it('since the first release take nothing away that the former release uses', () => {
    const [first] = releases;
    const known = new Set(
      Object.entries(first?.migrations ?? {}).flatMap(([schema, names]) =>
        Object.keys(names).map((name) => fileOf(schema, name)),
      ),
    );
    const later = files.filter((file) => !known.has(file));
    expect(known.size).toBeGreaterThan(0);
    const faults = later.flatMap((file) =>
      findMigrationFaults(readTracked(file), versions).map((fault) => `${file}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});

describe('the rule for migrations', () => {
  const find = (sql: string): string[] => findMigrationFaults(sql, ['0.1.0']);

  it.each([
    ['a new table', 'CREATE TABLE a (id text NOT NULL); ALTER TABLE a RENAME TO b;'],
    ['a new column', 'ALTER TABLE a ADD COLUMN b text, ADD c int NOT NULL DEFAULT 0;'],
    ['a wider check', 'ALTER TABLE a DROP CONSTRAINT k; ALTER TABLE a ADD CONSTRAINT k CHECK (b);'],
    ['a column that may be null', 'ALTER TABLE a ALTER COLUMN b DROP NOT NULL;'],
    ['an index', 'DROP INDEX i; CREATE INDEX i ON a (b);'],
    ['words in a text or a comment', "INSERT INTO a VALUES ('DROP TABLE b'); -- DROP TABLE c"],
    ['what a function does', 'CREATE FUNCTION f() RETURNS void AS $$ DROP TABLE b; $$;'],
    ['a table unused by the former release', '-- unused since 0.1.0\nDROP TABLE a;'],
  ])('allows %s', (_what, sql) => {
    expect(find(sql)).toEqual([]);
  });

  it.each([
    ['DROP TABLE a;', 'drops what the former release may use'],
    ['ALTER TABLE a DROP COLUMN b;', 'drops what the former release may use'],
    ['ALTER TABLE a ADD c int, DROP b;', 'drops a column'],
    ['ALTER TABLE a RENAME b TO c;', 'renames'],
    ['ALTER TABLE a RENAME TO b;', 'renames'],
    ['ALTER TABLE a ALTER COLUMN b TYPE bigint;', 'changes a type'],
    ['ALTER TABLE a ALTER b SET NOT NULL;', 'sets NOT NULL'],
    ['ALTER TABLE a ALTER COLUMN b DROP DEFAULT;', 'drops a default'],
    ['ALTER TABLE a\n  ADD COLUMN b text NOT NULL;', 'adds a column with NOT NULL and no default'],
    [
      'ALTER TABLE a ADD COLUMN b int DEFAULT 0, ADD COLUMN c numeric(3, 2) NOT NULL CHECK (c > 0);',
      'adds a column with NOT NULL and no default',
    ],
  ])('refuses %s', (sql, fault) => {
    expect(find(sql)).toEqual([`${fault} without a comment "-- unused since <release>"`]);
  });

  it('refuses a comment that names a release which has not landed', () => {
    expect(find('-- unused since 0.2.0\nDROP TABLE a;')).toEqual([
      'names 0.2.0, which is not a landed release',
    ]);
  });
});
