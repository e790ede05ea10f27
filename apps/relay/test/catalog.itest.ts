import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AuditRecorded } from '@tollgate/contracts';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createRedis, createSubscriber, type Redis } from '@tollgate/redis';
import {
  createTestDatabase,
  measureWork,
  startTestRedis,
  waitUntil,
  type TestDatabase,
  type TestRedis,
} from '@tollgate/testing';
import { createCatalogChannel } from '../src/catalog/catalog-channel';
import { CatalogKeeper } from '../src/catalog/catalog-keeper';
import type { CatalogSnapshot } from '../src/catalog/catalog';
import {
  createModelSchema,
  createProviderKeySchema,
  type CreateModel,
  type CreateProviderKey,
} from '../src/catalog/catalog-schemas';
import { SecretBox } from '@tollgate/secret-box';
import { CatalogStore } from '../src/catalog/store/catalog-store';
import { createCatalogTransactions } from '../src/catalog/store/catalog-transactions';
import { createSnapshotLoader } from '../src/catalog/store/load-snapshot';
import { createManageModels } from '../src/catalog/manage/manage-models';
import { createManageProviderKeys } from '../src/catalog/manage/manage-provider-keys';
import { createManageRoutes } from '../src/catalog/manage/manage-routes';
import { createRunCatalogCommand } from '../src/catalog/manage/run-catalog-command';

let testDatabase: TestDatabase<'relay'>;
let server: TestRedis;
let database: Database;
let redis: Redis;

const apiKey = 'sk-provider-secret-0123456789';
const secrets = new SecretBox(randomBytes(32).toString('hex'));
const operator = {
  actor: { type: 'operator' as const, id: 'admin-token', email: 'ops@example.org' },
  ip: '203.0.113.7',
  requestId: 'req_1',
};

const aModel = (id: string): CreateModel => {
  const prices = { prompt: '1', completion: '2' };
  return createModelSchema.parse({ id, name: 'A model', kind: 'chat', prices });
};
const aProviderKey = (changes: object = {}): CreateProviderKey =>
  createProviderKeySchema.parse({
    provider: 'acme',
    baseUrl: 'https://api.example.com/v1/',
    protocol: 'openai',
    apiKey,
    ...changes,
  });

function makeCatalog(announce: () => Promise<void> = async () => undefined) {
  const run = createRunCatalogCommand({
    transactions: createCatalogTransactions(database),
    announce,
  });
  return {
    models: createManageModels(run),
    providerKeys: createManageProviderKeys(run, secrets),
    routes: createManageRoutes(run),
  };
}

const load = (box = secrets): Promise<CatalogSnapshot> =>
  createSnapshotLoader(database, box, silentLogger)();
const makeKeeper = (): CatalogKeeper =>
  new CatalogKeeper({
    readVersion: () => new CatalogStore(database).readVersion(),
    load: () => load(),
    logger: silentLogger,
  });

async function listAudit(): Promise<AuditRecorded[]> {
  const { rows } = await database.query<{ payload: Buffer }>(
    'SELECT payload FROM outbox ORDER BY id',
  );
  return rows.map(({ payload }) => AuditRecorded.decode(payload));
}

beforeAll(async () => {
  [testDatabase, server] = await Promise.all([
    createTestDatabase({ schemas: ['relay'] }),
    startTestRedis(),
  ]);
  const databaseUrl = testDatabase.urlOf('relay');
  const directory = join(__dirname, '../migrations');
  await runMigrations({ databaseUrl, schema: 'relay', directory, logger: silentLogger });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
  redis = createRedis({ url: server.urlOf('relay'), name: 'test', logger: silentLogger });
  await redis.connect();
});

beforeEach(async () => {
  await database.query('TRUNCATE routes, provider_keys, model_prices, models, outbox CASCADE');
});

afterAll(async () => {
  redis.disconnect();
  await database.close();
  await server.stop();
  await testDatabase.drop();
});

describe('models', () => {
  it('get a new price version when their prices change, and only then', async () => {
    const { models } = makeCatalog();
    const created = await models.create(operator, aModel('acme/small'));
    expect(created.price_version).toBe(1n);
    const renamed = await models.patch(operator, 'acme/small', { name: 'Other' });
    expect(renamed).toMatchObject({ price_version: 1n, document: { name: 'Other' } });
    const prices = { prompt: '3', completion: '4' };
    expect((await models.patch(operator, 'acme/small', { prices })).price_version).toBe(2n);
    const { rows } = await database.query('SELECT version, prices FROM model_prices ORDER BY 1');
    expect(rows).toEqual([
      { version: 1n, prices: { prompt: '1', completion: '2' } },
      { version: 2n, prices },
    ]);
  });

  it('never use a price version twice, also after they were hidden', async () => {
    const { models } = makeCatalog();
    await models.create(operator, aModel('acme/small'));
    await models.hide(operator, 'acme/small');
    expect((await load()).models.size).toBe(0);
    const again = await models.create(operator, aModel('acme/small'));
    expect(again).toMatchObject({ price_version: 2n, hidden_at: null });
  });

  it('are refused when they exist already, and not found when they do not', async () => {
    const { models } = makeCatalog();
    await models.create(operator, aModel('acme/small'));
    await expect(models.create(operator, aModel('acme/small'))).rejects.toMatchObject({
      reason: 'conflict',
    });
    await expect(models.patch(operator, 'acme/none', {})).rejects.toMatchObject({
      reason: 'model_not_found',
    });
    await expect(models.hide(operator, 'acme/none')).rejects.toMatchObject({
      reason: 'model_not_found',
    });
  });
});

describe('provider keys', () => {
  it('are not sent to another host unless they are entered again', async () => {
    const { providerKeys } = makeCatalog();
    const key = await providerKeys.create(operator, {
      ...aProviderKey(),
      baseUrl: 'https://api.example.com/v1',
    });
    const move = (change: object) => providerKeys.patch(operator, key.id, change);
    await expect(move({ baseUrl: 'https://evil.example/v1' })).rejects.toMatchObject({
      reason: 'missing_required_field',
      param: 'apiKey',
    });
    await expect(move({ baseUrl: 'http://api.example.com/v1' })).rejects.toMatchObject({
      reason: 'missing_required_field',
    });
    await expect(move({ baseUrl: 'https://api.example.com/v2' })).resolves.toMatchObject({
      base_url: 'https://api.example.com/v2',
    });
    const moved = move({ baseUrl: 'https://other.example/v1', apiKey: 'sk-for-other-000000' });
    await expect(moved).resolves.toMatchObject({ base_url: 'https://other.example/v1' });
  });

  it('are readable neither in the tables nor in the audit log', async () => {
    const { providerKeys } = makeCatalog();
    const created = await providerKeys.create(operator, aProviderKey());
    await providerKeys.patch(operator, created.id, { apiKey: `${apiKey}-2` });
    for (const table of ['provider_keys', 'outbox']) {
      const { rows } = await database.query<{ text: string }>(
        `SELECT encode(convert_to(t::text, 'UTF8'), 'escape') AS text FROM ${table} AS t`,
      );
      const hex = Buffer.from(apiKey).toString('hex');
      expect(rows).not.toEqual([]);
      expect(JSON.stringify(rows)).not.toContain(apiKey);
      expect(JSON.stringify(rows)).not.toContain(hex);
    }
    expect(created.key_mask).toBe('sk-...6789');
  });

  it('are decrypted for the route that uses them, with the change that was made', async () => {
    const { models, providerKeys, routes } = makeCatalog();
    await models.create(operator, aModel('acme/small'));
    const key = await providerKeys.create(operator, aProviderKey());
    await routes.create(operator, { pattern: 'acme/*', providerKeyId: key.id });
    await providerKeys.patch(operator, key.id, { apiKey: 'sk-other-key-000000' });
    expect((await load()).routes.get('acme/*')).toMatchObject([
      { apiKey: 'sk-other-key-000000', baseUrl: 'https://api.example.com/v1' },
    ]);
  });

  it('that cannot be decrypted lose their routes and nothing else', async () => {
    const { models, providerKeys, routes } = makeCatalog();
    await models.create(operator, aModel('acme/small'));
    const key = await providerKeys.create(operator, aProviderKey());
    await routes.create(operator, { pattern: '*', providerKeyId: key.id });
    const snapshot = await load(new SecretBox(randomBytes(32).toString('hex')));
    expect(snapshot.routes.size).toBe(0);
    expect([...snapshot.models.keys()]).toEqual(['acme/small']);
  });

  it('cannot be deleted while routes use them', async () => {
    const { providerKeys, routes } = makeCatalog();
    const key = await providerKeys.create(operator, aProviderKey());
    const route = await routes.create(operator, { pattern: '*', providerKeyId: key.id });
    await expect(providerKeys.delete(operator, key.id)).rejects.toMatchObject({
      reason: 'conflict',
    });
    await routes.delete(operator, route.id);
    await providerKeys.delete(operator, key.id);
    await expect(providerKeys.delete(operator, key.id)).rejects.toMatchObject({
      reason: 'not_found',
    });
  });
});

describe('routes', () => {
  it('are in force by priority, unless they or their key are disabled', async () => {
    const { providerKeys, routes } = makeCatalog();
    const key = await providerKeys.create(operator, aProviderKey());
    const off = await providerKeys.create(operator, aProviderKey({ enabled: false }));
    const add = (priority: number, changes: object = {}) =>
      routes.create(operator, { pattern: 'a/*', providerKeyId: key.id, priority, ...changes });
    await add(2, { upstreamModel: 'second' });
    await add(1, { upstreamModel: 'first' });
    await add(3, { enabled: false });
    await add(4, { providerKeyId: off.id });
    const names = (await load()).routes.get('a/*')?.map(({ upstreamModel }) => upstreamModel);
    expect(names).toEqual(['first', 'second']);
  });

  it('need a provider key that exists', async () => {
    const { routes } = makeCatalog();
    const creating = routes.create(operator, { pattern: '*', providerKeyId: 'pkey_none' });
    await expect(creating).rejects.toMatchObject({
      reason: 'bad_request',
      param: 'providerKeyId',
    });
  });

  it('can remove a field, and keeps fields that are not mentioned', async () => {
    const { providerKeys, routes } = makeCatalog();
    const key = await providerKeys.create(operator, aProviderKey());
    const route = await routes.create(operator, {
      pattern: '*',
      providerKeyId: key.id,
      upstreamModel: 'x',
      quantization: 'fp8',
    });
    const patched = await routes.patch(operator, route.id, { upstreamModel: null, priority: 5 });
    expect(patched).toMatchObject({
      upstream_model: null,
      priority: 5,
      preferences: { quantization: 'fp8' },
    });
  });
});

describe('a command that is run again', () => {
  const ulid = '01J9ZZZZZZZZZZZZZZZZZZZZZZ';

  it('finds what it created, and creates nothing a second time', async () => {
    const { models, providerKeys, routes } = makeCatalog();
    const model = await models.create(operator, aModel('acme/small'), ulid);
    const key = await providerKeys.create(operator, aProviderKey(), ulid);
    const wanted = { pattern: '*', providerKeyId: key.id };
    const route = await routes.create(operator, wanted, ulid);
    expect([key.id, route.id]).toEqual([`pkey_${ulid}`, `route_${ulid}`]);

    expect(await models.create(operator, aModel('acme/small'), ulid)).toEqual(model);
    expect(await providerKeys.create(operator, aProviderKey(), ulid)).toEqual(key);
    expect(await routes.create(operator, wanted, ulid)).toEqual(route);
    expect(await listAudit()).toHaveLength(3);
  });

  it('finds its model after that was changed', async () => {
    const { models } = makeCatalog();
    await models.create(operator, aModel('acme/small'), ulid);
    await models.patch(operator, 'acme/small', { name: 'Other' });
    const again = await models.create(operator, aModel('acme/small'), ulid);
    expect(again.document.name).toBe('Other');
  });
});

describe('a change of the catalog', () => {
  it('leaves one audit entry each, with the actor, the target, before and after', async () => {
    const { models, providerKeys, routes } = makeCatalog();
    await models.create(operator, aModel('acme/small'));
    await models.patch(operator, 'acme/small', { name: 'Other' });
    const key = await providerKeys.create(operator, aProviderKey());
    const route = await routes.create(operator, { pattern: '*', providerKeyId: key.id });
    await routes.patch(operator, route.id, { weight: 2 });
    await routes.delete(operator, route.id);
    await providerKeys.delete(operator, key.id);
    await models.hide(operator, 'acme/small');
    const entries = await listAudit();
    expect(entries.map(({ action }) => action)).toEqual([
      'admin.model.create',
      'admin.model.update',
      'admin.provider_key.create',
      'admin.route.create',
      'admin.route.update',
      'admin.route.delete',
      'admin.provider_key.delete',
      'admin.model.delete',
    ]);
    expect(entries[1]).toMatchObject({
      actor: operator.actor,
      target: { type: 'model', id: 'acme/small' },
      ip: operator.ip,
      requestId: operator.requestId,
    });
    expect(JSON.parse(entries[1]?.beforeJson ?? '')).toMatchObject({ name: 'A model' });
    expect(JSON.parse(entries[1]?.afterJson ?? '')).toMatchObject({ name: 'Other' });
  });

  it('that fails leaves nothing: no version, no audit entry', async () => {
    const { models } = makeCatalog();
    await models.create(operator, aModel('acme/small'));
    const before = await new CatalogStore(database).readVersion();
    await expect(models.create(operator, aModel('acme/small'))).rejects.toThrow();
    expect(await new CatalogStore(database).readVersion()).toBe(before);
    expect(await listAudit()).toHaveLength(1);
  });

  it('raises the version once each, also when many come at once', async () => {
    const { models } = makeCatalog();
    const before = await new CatalogStore(database).readVersion();
    const ids = Array.from({ length: 8 }, (_, index) => `acme/m${index}`);
    await Promise.all(ids.map((id) => models.create(operator, aModel(id))));
    expect(await new CatalogStore(database).readVersion()).toBe(before + 8n);
    expect((await load()).models.size).toBe(8);
  });
});

describe('the snapshot of another relay', () => {
  it('is refreshed by the message alone', async () => {
    const subscriber = createSubscriber({
      url: server.urlOf('relay'),
      name: 's',
      logger: silentLogger,
    });
    const keeper = makeKeeper();
    // Not started, so nothing polls.
    await keeper.refresh();
    const channel = createCatalogChannel({
      redis,
      subscriber,
      onChange: () => keeper.refresh(),
      logger: silentLogger,
    });
    await channel.part.start?.();
    const here = createCatalogChannel({
      redis,
      subscriber,
      onChange: async () => undefined,
      logger: silentLogger,
    });
    await makeCatalog(here.announce).models.create(operator, aModel('acme/told'));
    await waitUntil(() => keeper.snapshot.models.has('acme/told'), { timeoutMs: 30_000 });
    subscriber.disconnect();
  });

  it('is refreshed by polling alone within two seconds', async () => {
    const keeper = makeKeeper();
    await keeper.start();
    let bestMs = Infinity;
    // The best of some: a busy machine is late sometimes, a poll that comes too late always.
    for (let time = 0; time < 5 && bestMs >= 2_000; time++) {
      const id = `acme/found-${time}`;
      await makeCatalog().models.create(operator, aModel(id));
      const { ms } = await measureWork(() =>
        waitUntil(() => keeper.snapshot.models.has(id), { timeoutMs: 30_000 }),
      );
      bestMs = Math.min(bestMs, ms);
    }
    keeper.stop();
    expect(bestMs).toBeLessThan(2_000);
  });

  it('stays as it is while the database does not answer', async () => {
    let isAway = false;
    const keeper = new CatalogKeeper({
      readVersion: async () => {
        if (isAway) throw new Error('the database is away');
        return new CatalogStore(database).readVersion();
      },
      load: () => load(),
      logger: silentLogger,
    });
    await makeCatalog().models.create(operator, aModel('acme/kept'));
    await keeper.refresh();
    isAway = true;
    await makeCatalog().models.create(operator, aModel('acme/later'));
    await keeper.refresh();
    expect([...keeper.snapshot.models.keys()]).toEqual(['acme/kept']);
    isAway = false;
    await keeper.refresh();
    expect(keeper.snapshot.models.size).toBe(2);
  });
});
