import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@tollgate/embedded';
import { silentLogger } from '@tollgate/observability';
import { runMigrations } from '@tollgate/postgres';
import { createTestDatabase, waitUntil } from '@tollgate/testing';
import { readRecorded, type RecordedStatement } from '../../release/src/recorded-statements';
import { listDone, listForeign, listWorse, tryStatements } from './former-statements';
import {
  listTables,
  makeStatements,
  startInstances,
  type Instances,
  type Table,
} from './old-instances';

const schemas = ['auth', 'billing', 'orgs', 'relay', 'video', 'audit'] as const;
type Schema = (typeof schemas)[number];

/** What a release had, see tools/release. */
interface Landed {
  readonly version: string;
  /** By schema and name, with the SHA-256 of the file. */
  readonly migrations: Readonly<Record<Schema, Readonly<Record<string, string>>>>;
}

const landedFolder = join('tools', 'release', 'landed');
/** An upgrade leads from one of the latest releases to the present state. */
const releasesMax = 2;
const patience = { timeoutMs: 50_000, pollMs: 20 };
/** Of the recorded statements; others refer to rows that only the recorded tests had. */
const doneShareMin = 0.7;

function listReleases(): readonly Landed[] {
  return readdirSync(landedFolder)
    .map((file) => JSON.parse(readFileSync(join(landedFolder, file), 'utf8')) as Landed)
    .sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }))
    .slice(-releasesMax);
}

function readFormer(version: string, schema: Schema): readonly RecordedStatement[] {
  const statements = readRecorded(version, schema);
  if (statements !== undefined) return statements;
  throw new Error(`record ${schema} first: npm run release -- record ${version} ${schema}`);
}

const folderOf = (schema: Schema): string => join('apps', schema, 'migrations');

/** The migrations of a release and no later ones. */
async function migrateTo(release: Landed, schema: Schema, databaseUrl: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'));
  try {
    for (const name of Object.keys(release.migrations[schema])) {
      copyFileSync(join(folderOf(schema), `${name}.sql`), join(directory, `${name}.sql`));
    }
    await runMigrations({ databaseUrl, schema, directory, logger: silentLogger });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function fill(schema: Schema, url: string): Promise<void> {
  const file = join('tools', 'hosting', 'fill', `${schema}.sql`);
  return withClient(url, async (client) => {
    if (existsSync(file)) await client.query(readFileSync(file, 'utf8'));
  });
}

/** Applies what is new while a long transaction has all tables open, and old instances run. */
async function migrateUnderLoad(
  schema: Schema,
  urls: { readonly own: string; readonly admin: string },
  tables: readonly Table[],
  instances: Instances,
): Promise<void> {
  const settings = { databaseUrl: urls.own, schema, logger: silentLogger };
  const migrating = await withClient(urls.own, async (reader) => {
    await reader.query('BEGIN');
    for (const { name } of tables) await reader.query(`SELECT 1 FROM "${name}" LIMIT 1`);
    const run = { isDone: false, ended: Promise.resolve<unknown>(undefined) };
    run.ended = runMigrations({ ...settings, directory: folderOf(schema) }).finally(
      () => (run.isDone = true),
    );
    run.ended.catch(() => undefined);
    const isWaiting = (): Promise<boolean> =>
      withClient(urls.admin, async (client) => {
        const { rows } = await client.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
              AND application_name = $1 AND datname = current_database()`,
          [`${schema} migrations`],
        );
        return rows.length > 0;
      });
    await waitUntil(async () => run.isDone || (await isWaiting()), patience);
    await instances.runRounds(2);
    await reader.query('COMMIT');
    return run;
  });
  await migrating.ended;
}

describe.each(listReleases())('instances of $version', (release) => {
  it.each(schemas)('go on reading and writing while %s is migrated', async (schema) => {
    const database = await createTestDatabase({ schemas: [schema] });
    const urls = { own: database.urlOf(schema), admin: database.url };
    try {
      await migrateTo(release, schema, urls.own);
      await fill(schema, urls.own);
      const tables = await listTables(urls.own, schema);
      const statements = await makeStatements(urls.own, tables);
      const former = readFormer(release.version, schema);
      const before = await tryStatements(urls.own, former);
      expect(listForeign(former, before)).toEqual([]);
      const done = listDone(former, before);
      expect(done.length / former.length).toBeGreaterThan(doneShareMin);
      const instances = startInstances(urls.own, [...statements, ...done]);
      try {
        await instances.runRounds(1);
        await migrateUnderLoad(schema, urls, tables, instances);
        await instances.runRounds(2);
      } finally {
        await instances.stop();
      }
      expect(instances.faults).toEqual([]);
      expect(listWorse(former, before, await tryStatements(urls.own, former))).toEqual([]);

      const after = new Map(
        (await listTables(urls.own, schema)).map((table) => [table.name, table]),
      );
      const changed = tables.filter(
        ({ definition, name }) => after.get(name)?.definition !== definition,
      );
      const written = new Set(
        statements.filter(({ kind }) => kind === 'insert').map((s) => s.table),
      );
      // A table that a migration changes needs a row in tools/hosting/fill to be tested.
      expect(changed.map(({ name }) => name).filter((name) => !written.has(name))).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});

describe('the test of recorded statements', () => {
  it('finds one that a migration makes impossible, and none that was refused before', async () => {
    const database = await createTestDatabase({ schemas: ['audit'] });
    const url = database.urlOf('audit');
    const former = [
      { text: 'INSERT INTO items (id) VALUES ($1)', values: ['1'] },
      { text: 'SELECT id FROM items WHERE id = $1', values: ['1'] },
      { text: 'SELECT gone FROM items', values: [] },
    ];
    try {
      await withClient(url, (client) => client.query('CREATE TABLE items (id int PRIMARY KEY)'));
      const before = await tryStatements(url, former);
      expect(before).toEqual(['done', 'done', '42703']);
      expect(listDone(former, before)).toHaveLength(2);
      expect(listForeign(former, before)).toEqual(['SELECT gone FROM items']);
      await withClient(url, (client) =>
        client.query('ALTER TABLE items ADD COLUMN name text NOT NULL'),
      );
      expect(listWorse(former, before, await tryStatements(url, former))).toEqual([
        'done before, 23502 after: INSERT INTO items (id) VALUES ($1)',
      ]);
    } finally {
      await database.drop();
    }
  });
});

describe('the test of old instances', () => {
  it.each([
    ['a column that is dropped', 'ALTER TABLE items DROP COLUMN name'],
    ['a column that is renamed', 'ALTER TABLE items RENAME COLUMN name TO title'],
    [
      'a column that must not be null',
      `ALTER TABLE items ADD COLUMN size int NOT NULL DEFAULT 1;
       ALTER TABLE items ALTER COLUMN size DROP DEFAULT`,
    ],
    ['a type that changes', 'ALTER TABLE items ALTER COLUMN id TYPE bigint'],
    ['a table that is dropped', 'DROP TABLE items'],
  ])('finds %s', async (_what, change) => {
    const database = await createTestDatabase({ schemas: ['audit'] });
    const url = database.urlOf('audit');
    try {
      await withClient(url, async (client) => {
        await client.query('CREATE TABLE items (id int PRIMARY KEY, name text)');
        await client.query("INSERT INTO items VALUES (1, 'one')");
      });
      const statements = await makeStatements(url, await listTables(url, 'audit'));
      const instances = startInstances(url, statements);
      try {
        await instances.runRounds(1);
        await withClient(url, async (client) => void (await client.query(change)));
        await instances.runRounds(2);
        expect(instances.faults).not.toEqual([]);
      } finally {
        await instances.stop();
      }
    } finally {
      await database.drop();
    }
  });
});
