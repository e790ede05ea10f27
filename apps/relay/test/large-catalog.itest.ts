import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createTestDatabase, measureWork, waitUntil, type TestDatabase } from '@tollgate/testing';
import { CatalogKeeper } from '../src/catalog/catalog-keeper';
import type { CatalogSnapshot } from '../src/catalog/catalog';
import { SecretBox } from '@tollgate/secret-box';
import { CatalogStore } from '../src/catalog/store/catalog-store';
import { createSnapshotLoader } from '../src/catalog/store/load-snapshot';

const modelCount = 5_000;
const routesPerModel = 2;
let testDatabase: TestDatabase<'relay'>;
let database: Database;
const secrets = new SecretBox(randomBytes(32).toString('hex'));

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['relay'] });
  const databaseUrl = testDatabase.urlOf('relay');
  await runMigrations({
    databaseUrl,
    schema: 'relay',
    directory: join(__dirname, '..', 'migrations'),
    logger: silentLogger,
  });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
  await fill();
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Changes a row as operators do: with a new version of the catalog. */
async function change(text: string, ...values: unknown[]): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await new CatalogStore(transaction).raiseVersion();
    await transaction.query(text, values);
  });
}

describe('a catalog of 5,000 models and 10,000 routes', () => {
  let load: () => Promise<CatalogSnapshot>;
  let before: CatalogSnapshot;
  const [changed, other] = ['maker-1/model-1', 'maker-2/model-2'];

  beforeAll(async () => {
    load = createSnapshotLoader(database, secrets, silentLogger);
    before = await load();
  });

  it('is read whole', () => {
    expect([before.models.size, before.routes.size]).toEqual([modelCount, modelCount]);
    expect(before.routes.get(changed)?.map(({ priority }) => priority)).toEqual([1, 2]);
  });

  it('is in force within two seconds of a change, and keeps what did not change', async () => {
    const keeper = new CatalogKeeper({
      readVersion: () => new CatalogStore(database).readVersion(),
      load,
      logger: silentLogger,
    });
    await keeper.start();
    const rename = async (name: string): Promise<void> => {
      const text = `UPDATE models SET document = document || $2 WHERE id = $1`;
      await change(text, changed, JSON.stringify({ name }));
      const isNew = (): boolean => keeper.snapshot.models.get(changed)?.name === name;
      await waitUntil(isNew, { timeoutMs: 30_000, pollMs: 5, what: 'the change' });
    };
    let bestMs = Infinity;
    // The best of some: a busy machine is late sometimes, a large catalog always.
    for (let time = 0; time < 5 && bestMs >= 2_000; time++) {
      const { ms } = await measureWork(() => rename(`Another ${time}`));
      bestMs = Math.min(bestMs, ms);
    }
    keeper.stop();
    expect(bestMs).toBeLessThan(2_000);
    expect(keeper.snapshot.models.get(other)).toBe(before.models.get(other));
    expect(keeper.snapshot.routes.get(changed)?.[0]).toBe(before.routes.get(changed)?.[0]);
  });

  it('gives routes the key that is behind them now, and forgets what is gone', async () => {
    await change(`UPDATE provider_keys SET base_url = 'http://127.0.0.1:2/v1'`);
    await change('DELETE FROM routes WHERE pattern = $1', other);
    await change('UPDATE models SET hidden_at = now() WHERE id = $1', other);
    const { models, routes } = await load();
    expect(routes.get(changed)?.[0]?.baseUrl).toBe('http://127.0.0.1:2/v1');
    expect([models.get(other), routes.get(other)]).toEqual([undefined, undefined]);
    await change('UPDATE provider_keys SET enabled = false');
    expect((await load()).routes.size).toBe(0);
  });
});

async function fill(): Promise<void> {
  const document = {
    name: 'A model of many',
    kind: 'chat',
    family: 'other',
    contextLength: 128_000,
    maxCompletionTokens: 8_192,
    inputModalities: ['text', 'image'],
    outputModalities: ['text'],
    supportedParameters: ['temperature', 'top_p', 'max_tokens', 'tools', 'response_format', 'seed'],
    prices: { prompt: '0.15', completion: '0.6', cacheRead: '0.075' },
    description: 'What it is good for, in some words. '.repeat(5),
  };
  await database.query(
    `INSERT INTO models (id, document)
     SELECT id, $2::jsonb || jsonb_build_object('id', id)
       FROM (SELECT 'maker-' || n % 50 || '/model-' || n AS id FROM generate_series(1, $1) n) ids`,
    [modelCount, JSON.stringify(document)],
  );
  await database.query(
    `INSERT INTO provider_keys (id, provider, base_url, protocol, key_ciphertext, key_mask)
     VALUES ('pkey_1', 'acme', 'http://127.0.0.1:1/v1', 'openai', $1, '***')`,
    [secrets.seal('secret', 'pkey_1')],
  );
  await database.query(
    `INSERT INTO routes (id, pattern, provider_key_id, protocol, priority)
     SELECT 'route_' || id || n, id, 'pkey_1', 'openai', n FROM models, generate_series(1, $1) n`,
    [routesPerModel],
  );
}
