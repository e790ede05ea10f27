import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createLogger, silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';
import { readSeed, type Seed } from '../src/catalog/seed/seed';
import type { CatalogSnapshot } from '../src/catalog/catalog';
import { createModelSchema, type CreateModel } from '../src/catalog/catalog-schemas';
import { SecretBox } from '@tollgate/secret-box';
import { CatalogStore } from '../src/catalog/store/catalog-store';
import { createCatalogTransactions } from '../src/catalog/store/catalog-transactions';
import { createSnapshotLoader } from '../src/catalog/store/load-snapshot';
import { createImportModels } from '../src/catalog/manage/import-models';
import { createManageAliases } from '../src/catalog/manage/manage-aliases';
import { createManageModels } from '../src/catalog/manage/manage-models';
import { createManageProviderKeys } from '../src/catalog/manage/manage-provider-keys';
import { createManageRoutes } from '../src/catalog/manage/manage-routes';
import { createRunCatalogCommand } from '../src/catalog/manage/run-catalog-command';
import { createManageTiers } from '../src/catalog/manage/manage-tiers';
import { createSeedAtStart } from '../src/catalog/seed/seed-at-start';
import { readAutoTier } from '../src/catalog/tier-rows';
import { chooseRoute } from '../src/call/route/choose-route';
import { aParsedCall, aRouting } from './support/build-calls';
import type { ProviderAccounts } from '../src/catalog/seed/seed-providers';

let testDatabase: TestDatabase<'relay'>;
let database: Database;
let logged = '';

const secrets = new SecretBox(randomBytes(32).toString('hex'));
const shipped = readSeed(join(__dirname, '../seed'));
const operator = {
  actor: { type: 'operator' as const, id: 'admin-token', email: 'ops@example.org' },
  ip: '203.0.113.7',
  requestId: 'req_1',
};
const page = { sort: 'id', order: 'asc', limit: 1_000 } as const;
const listModels = async () => (await store().listModels(page)).map(({ item }) => item);
const openai = 'pkey_env-openai';
const sonnet = 'anthropic/claude-sonnet-4.5';

const run = createRunCatalogCommand({
  transactions: { run: (work) => createCatalogTransactions(database).run(work) },
  announce: async () => undefined,
});
const models = createManageModels(run);
const aliases = createManageAliases(run);
const routes = createManageRoutes(run);
const providerKeys = createManageProviderKeys(run, secrets);
const importModels = createImportModels(run, {
  findModels: (ids) => store().bulk.findModels(ids),
});

interface Start {
  readonly seed?: Seed;
  readonly keys?: Readonly<Record<string, string>>;
  readonly baseUrl?: string;
  readonly simulatorUrl?: string;
  readonly isCatalogSeeded?: boolean;
}

function start({ baseUrl, isCatalogSeeded = true, keys = {}, ...more }: Start = {}): Promise<void> {
  const moved = baseUrl === undefined ? {} : { baseUrl };
  const accounts: ProviderAccounts = {
    keys: new Map(Object.entries(keys).map(([name, apiKey]) => [name, { apiKey, ...moved }])),
    simulatorUrl: more.simulatorUrl,
  };
  const logger = createLogger({
    service: 'test',
    level: 'debug',
    destination: { write: (line: string) => void (logged += line) },
  });
  const seed = more.seed ?? shipped;
  return createSeedAtStart({ run, seed, accounts, secrets, isCatalogSeeded, logger })();
}

const load = (): Promise<CatalogSnapshot> =>
  createSnapshotLoader(database, secrets, silentLogger)();
const store = (): CatalogStore => new CatalogStore(database);

/** The seed of a later version, in which a model got dearer. */
const dearer = (id: string): Seed => ({
  ...shipped,
  models: shipped.models.map((model) =>
    model.document.id === id
      ? { ...model, document: { ...model.document, prices: { prompt: '7', completion: '8' } } }
      : model,
  ),
});

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['relay'] });
  const databaseUrl = testDatabase.urlOf('relay');
  const directory = join(__dirname, '../migrations');
  await runMigrations({ databaseUrl, schema: 'relay', directory, logger: silentLogger });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
});

beforeEach(async () => {
  logged = '';
  await database.query(
    'TRUNCATE routes, provider_keys, model_prices, models, aliases, seeded, outbox CASCADE',
  );
  await database.query("UPDATE auto_tiers SET primary_model = NULL, fallbacks = '[]'");
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describe('the shipped catalog', () => {
  it('is there after a start, and unchanged after the next ones', async () => {
    await Promise.all([start(), start(), start()]);
    const first = await listModels();
    expect(first).toHaveLength(shipped.models.length);
    await start();
    expect(await listModels()).toEqual(first);
    expect(new Set(first.map((row) => row.price_version))).toEqual(new Set([1n]));
  });

  it('has the release date of a model as its creation, and the day of the start without one', async () => {
    const startedMs = Date.now();
    await start();
    const { models: all } = await load();
    expect(all.get('openai/gpt-4o')?.createdAtMs).toBe(Date.parse('2024-05-13'));
    const undated = shipped.models.find(({ document }) => document.releaseDate == null);
    const createdAtMs = all.get(undated?.document.id ?? '')?.createdAtMs ?? 0;
    expect(Math.abs(createdAtMs - startedMs)).toBeLessThan(60_000);
  });

  it('is not seeded when it is disabled', async () => {
    await start({ isCatalogSeeded: false });
    expect(await listModels()).toEqual([]);
  });

  it('brings new prices with a new version, once', async () => {
    await start();
    await start({ seed: dearer(sonnet) });
    await start({ seed: dearer(sonnet) });
    const row = await store().findModel(sonnet);
    expect(row).toMatchObject({ price_version: 2n, document: { prices: { prompt: '7' } } });
  });

  it('keeps what an operator changed, hid, created first or deleted', async () => {
    const own = { ...theModel('openai/gpt-4o'), name: 'Ours' };
    await models.create(operator, own);
    await start();
    await models.patch(operator, sonnet, { name: 'Sonnet of the house' });
    await models.hide(operator, 'openai/gpt-4.1');
    await aliases.delete(operator, 'xai/grok-4.3');
    await start({ seed: dearer(sonnet) });
    await start({ seed: dearer('openai/gpt-4.1') });
    const snapshot = await load();
    expect(snapshot.models.get('openai/gpt-4o')?.name).toBe('Ours');
    expect(snapshot.models.get(sonnet)?.document.prices['prompt']).toBe('3');
    expect(snapshot.models.has('openai/gpt-4.1')).toBe(false);
    expect(snapshot.aliases.has('xai/grok-4.3')).toBe(false);
    expect(snapshot.aliases.get('tollgate/auto')).toBe('auto');
  });
});

describe('the shipped tiers of the router', () => {
  const tiers = createManageTiers(run);
  const place = { table: 'paid', tier: 'coding' } as const;
  const own = { enabled: true, primary: sonnet, fallbacks: [] };
  /** The seed of a later version, in which every row has another primary model. */
  const later: Seed = {
    ...shipped,
    autoTiers: shipped.autoTiers.map((row) => ({ ...row, primary: 'openai/gpt-4o' })),
  };
  const findPrimary = async (key: string) => (await load()).autoTiers.get(key)?.primary;

  it('are there after a start, and unchanged after the next ones', async () => {
    await Promise.all([start(), start()]);
    const first = await store().tiers.listAutoTiers();
    expect(first.map(readAutoTier)).toEqual(expect.arrayContaining([...shipped.autoTiers]));
    await start();
    expect(await store().tiers.listAutoTiers()).toEqual(first);
    expect([...(await load()).freeTiers.keys()]).toEqual(
      shipped.freeTiers.map(({ model }) => model),
    );
  });

  it('are not seeded when the shipped catalog is disabled', async () => {
    await start({ isCatalogSeeded: false });
    expect(await findPrimary('paid/coding')).toBeNull();
  });

  it('follow a new version, except the rows that an operator set before or after', async () => {
    await models.create(operator, theModel(sonnet));
    await tiers.putAutoTier(operator, place, own);
    await start();
    expect(await findPrimary('paid/coding')).toBe(sonnet);
    await tiers.putAutoTier(operator, { ...place, tier: 'data' }, own);
    await start({ seed: later });
    expect(await findPrimary('paid/coding')).toBe(sonnet);
    expect(await findPrimary('paid/data')).toBe(sonnet);
    expect(await findPrimary('paid/simple')).toBe('openai/gpt-4o');
  });

  it('do not bring back a free quota that an operator deleted or changed', async () => {
    const [first, second] = shipped.freeTiers.map(({ model }) => model) as [string, string];
    await start();
    await tiers.deleteFreeTier(operator, first);
    const quota = { ...(shipped.freeTiers[1] as Seed['freeTiers'][number]), rpm: 77 };
    await tiers.putFreeTier(operator, second, quota);
    await start();
    const { freeTiers } = await load();
    expect(freeTiers.has(first)).toBe(false);
    expect(freeTiers.get(second)?.rpm).toBe(77);
  });

  it.each([
    ['MISTRAL_API_KEY', 'auto', 'mistralai/mistral-small-3.2', 'simple'],
    ['DEEPSEEK_API_KEY', 'auto', 'deepseek/deepseek-v4-flash', 'standard'],
    ['ZAI_API_KEY', 'auto', 'z-ai/glm-5.1', 'complex'],
    ['ZAI_API_KEY', 'auto:free', 'z-ai/glm-4.7-flash', 'simple'],
  ])('with %s alone, %s is answered by %s', async (variable, name, model, tier) => {
    await start({ keys: { [variable]: 'sk-environment-0123456789' } });
    const messages = [{ role: 'user', content: 'hi' }];
    const call = aParsedCall({ body: { model: name, messages } });
    const { candidates, plan } = chooseRoute(call, aRouting(await load()));
    expect([candidates[0].model.id, plan.tier]).toEqual([model, tier]);
  });

  it('name the remedy when no provider has a key', async () => {
    await start();
    const call = aParsedCall({ body: { model: 'auto' } });
    const snapshot = await load();
    expect(() => chooseRoute(call, aRouting(snapshot))).toThrow(/no provider key.*OPENAI_API_KEY/);
  });
});

describe('a provider in the environment', () => {
  const key = 'sk-environment-0123456789';
  const clouds = new Set(['bedrock', 'azure', 'vertex']);

  it("has its key and routes under the provider's names, and the key is never shown", async () => {
    await start({ keys: { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: `${key}-a` } });
    const { routes: byPattern } = await load();
    expect(byPattern.get('openai/*')).toMatchObject([
      { provider: 'openai', apiKey: key, baseUrl: 'https://api.openai.com/v1' },
    ]);
    expect(byPattern.get(sonnet)).toMatchObject([
      { protocol: 'anthropic', upstreamModel: 'claude-sonnet-4-5', apiKey: `${key}-a` },
    ]);
    expect(byPattern.get('openai/o1-pro')).toMatchObject([{ protocol: 'responses' }]);
    const { rows } = await database.query<{ line: string }>(
      `SELECT seeded::text AS line FROM seeded UNION ALL
       SELECT encode(payload, 'escape') FROM outbox UNION ALL
       SELECT provider_keys::text FROM provider_keys`,
    );
    expect(rows.some(({ line }) => line.includes(key))).toBe(false);
    expect(logged).toContain('catalog seeded');
    expect(logged).not.toContain(key);
  });

  it('follows its variable: another key, another address, gone, back again', async () => {
    await start({ keys: { OPENAI_API_KEY: key } });
    await start({ keys: { OPENAI_API_KEY: 'sk-other' }, baseUrl: 'https://eu.example.com/v1' });
    expect((await load()).routes.get('openai/*')).toMatchObject([
      { apiKey: 'sk-other', baseUrl: 'https://eu.example.com/v1' },
    ]);
    await start();
    expect((await load()).routes.has('openai/*')).toBe(false);
    expect(await store().findProviderKey(openai)).toMatchObject({ enabled: false });
    await start({ keys: { OPENAI_API_KEY: 'sk-other' } });
    expect((await load()).routes.get('openai/*')).toHaveLength(1);
  });

  it('keeps the changes of an operator', async () => {
    const environment = { keys: { OPENAI_API_KEY: key, XAI_API_KEY: key } };
    await start(environment);
    const [route] = (await load()).routes.get('openai/gpt-4o') ?? [];
    await routes.delete(operator, route?.id ?? '');
    const [other] = (await load()).routes.get('openai/gpt-4.1') ?? [];
    await routes.patch(operator, other?.id ?? '', { priority: 7 });
    await providerKeys.patch(operator, 'pkey_env-xai', { enabled: false });
    await start(environment);
    const { routes: byPattern } = await load();
    expect(byPattern.has('openai/gpt-4o')).toBe(false);
    expect(byPattern.get('openai/gpt-4.1')).toMatchObject([{ priority: 7 }]);
    expect(byPattern.has('x-ai/*')).toBe(false);
  });

  it('that serves models of others ranks after their makers', async () => {
    await start({ keys: { OPENROUTER_API_KEY: key, ANTHROPIC_API_KEY: key } });
    const { routes: byPattern } = await load();
    expect(byPattern.get(sonnet)).toMatchObject([
      { provider: 'anthropic' },
      { provider: 'openrouter', protocol: 'openai', upstreamModel: sonnet },
    ]);
  });

  it('that is a cloud serves models of others after their makers, or alone', async () => {
    const location = 'https://aiplatform.googleapis.com/v1/projects/house/locations';
    await start({ keys: { ANTHROPIC_API_KEY: key, OPENROUTER_API_KEY: key } });
    const before = (await load()).routes;
    expect([...before.values()].flat().filter(({ provider }) => clouds.has(provider))).toEqual([]);
    await start({
      keys: { ANTHROPIC_API_KEY: key, BEDROCK_API_KEY: key, OPENROUTER_API_KEY: key },
    });
    expect((await load()).routes.get(sonnet)).toMatchObject([
      { provider: 'anthropic' },
      { provider: 'bedrock', protocol: 'bedrock', prices: null },
      { provider: 'openrouter' },
    ]);
    await start({ keys: { VERTEX_API_KEY: key }, baseUrl: `${location}/global` });
    const alone = (await load()).routes;
    expect(alone.get(sonnet)).toMatchObject([
      { provider: 'vertex', protocol: 'vertex-anthropic', baseUrl: `${location}/global` },
    ]);
    expect(alone.get('google/gemini-2.5-flash')).toMatchObject([{ protocol: 'vertex' }]);
    await start({ keys: { VERTEX_API_KEY: key }, baseUrl: `${location}/europe-west1` });
    expect((await load()).routes.has(sonnet)).toBe(false);
  });

  it('sends embeddings to providers that support them', async () => {
    await start({ keys: { GEMINI_API_KEY: key }, baseUrl: 'https://g.example.com/v9' });
    const { routes: byPattern } = await load();
    expect(byPattern.get('google/gemini-2.5-flash')).toMatchObject([{ protocol: 'gemini' }]);
    expect(byPattern.get('google/gemini-embedding-001')).toMatchObject([
      { protocol: 'openai', baseUrl: 'https://g.example.com/v9/openai' },
    ]);
  });

  it('sends videos over their own protocols, wherever the provider has moved to', async () => {
    const moved = 'https://cn.example.com/compatible-mode/v1';
    await start({ keys: { DASHSCOPE_API_KEY: key }, baseUrl: moved });
    const { routes: byPattern } = await load();
    expect(byPattern.get('qwen/*')).toMatchObject([{ protocol: 'openai', baseUrl: moved }]);
    expect(byPattern.get('alibaba/wan2.6-t2v')).toMatchObject([
      {
        protocol: 'dashscope-videos',
        provider: 'dashscope',
        baseUrl: 'https://cn.example.com/api/v1',
        upstreamModel: 'wan2.6-t2v',
        apiKey: key,
      },
    ]);
  });
});

describe('the simulator', () => {
  const simulatorUrl = 'http://127.0.0.1:9/v1';

  it('serves every model while no provider has a key', async () => {
    await start({ simulatorUrl });
    const { models: all, routes: byPattern } = await load();
    expect([...all.keys()].filter((id) => !byPattern.has(id))).toEqual([]);
    expect(byPattern.get('google/gemini-2.5-flash-image')).toMatchObject([{ protocol: 'gemini' }]);
    expect(byPattern.get('google/imagen-4.0-generate-001')).toMatchObject([{ protocol: 'openai' }]);
    expect(byPattern.get(sonnet)).toMatchObject([{ provider: 'simulator', protocol: 'anthropic' }]);
    await start({ simulatorUrl, keys: { GROQ_API_KEY: 'gsk-1' } });
    expect((await load()).routes.has(sonnet)).toBe(false);
    await start({ simulatorUrl });
    expect((await load()).routes.has(sonnet)).toBe(true);
  });

  it('has no place without its address', async () => {
    await start({ simulatorUrl });
    await start();
    expect((await load()).routes.size).toBe(0);
  });
});

function theModel(id: string): CreateModel {
  const prices = { prompt: '1', completion: '2' };
  return createModelSchema.parse({ id, name: 'A model', kind: 'chat', prices });
}

describe('an import', () => {
  it('creates, changes and skips, and reports how many', async () => {
    const wanted = [theModel('acme/a'), theModel('acme/b'), theModel('acme/c')];
    expect(await importModels(operator, { models: wanted })).toEqual({
      created: 3,
      updated: 0,
      unchanged: 0,
    });
    const again = [
      theModel('acme/a'),
      { ...theModel('acme/b'), name: 'B' },
      { ...theModel('acme/c'), prices: { prompt: '5', completion: '6' } },
      theModel('acme/d'),
    ];
    expect(await importModels(operator, { models: again })).toEqual({
      created: 1,
      updated: 2,
      unchanged: 1,
    });
    const rows = await listModels();
    expect(rows.map(({ price_version }) => price_version)).toEqual([1n, 1n, 2n, 1n]);
    const { rows: prices } = await database.query('SELECT 1 FROM model_prices');
    expect(prices).toHaveLength(5);
  });

  it('that is a dry run lists what would change, and writes nothing', async () => {
    await models.create(operator, theModel('acme/a'));
    await models.create(operator, theModel('acme/b'));
    await models.create(operator, theModel('acme/hidden'));
    await models.hide(operator, 'acme/hidden');
    const stored = [await listModels(), await store().readVersion()];
    const prices = { prompt: '5', completion: '2' };
    const wanted = [
      theModel('acme/a'),
      { ...theModel('acme/b'), name: 'B', prices },
      theModel('acme/c'),
      theModel('acme/hidden'),
    ];
    const old = { prices: { prompt: '1', completion: '2' } };
    const created = { outcome: 'created', fields: [], before: null, after: old };
    expect(await importModels(operator, { models: wanted, dryRun: true })).toEqual({
      created: 2,
      updated: 1,
      unchanged: 1,
      changes: [
        {
          id: 'acme/b',
          outcome: 'updated',
          fields: ['name', 'prices'],
          before: old,
          after: { prices },
        },
        { id: 'acme/c', ...created },
        { id: 'acme/hidden', ...created },
      ],
    });
    expect([await listModels(), await store().readVersion()]).toEqual(stored);
    const twice = [theModel('acme/a'), theModel('acme/a')];
    await expect(importModels(operator, { models: twice, dryRun: true })).rejects.toThrow('twice');
  });

  it('is all or nothing', async () => {
    const twice = [theModel('acme/a'), theModel('acme/a')];
    await expect(importModels(operator, { models: twice })).rejects.toThrow('twice');
    expect(await listModels()).toEqual([]);
  });

  it('brings a hidden model back with a price version of its own', async () => {
    await models.create(operator, theModel('acme/a'));
    await models.hide(operator, 'acme/a');
    const counts = await importModels(operator, { models: [theModel('acme/a')] });
    expect(counts.created).toBe(1);
    expect(await store().findModel('acme/a')).toMatchObject({ price_version: 2n });
  });

  it('of 5,000 models is one change of the catalog', async () => {
    const before = await store().readVersion();
    const many = Array.from({ length: 5_000 }, (_, index) => theModel(`acme/m-${index}`));
    expect((await importModels(operator, { models: many })).created).toBe(5_000);
    expect(await store().readVersion()).toBe(before + 1n);
    expect((await load()).models.size).toBe(5_000);
  });
});

describe('an alias', () => {
  it.each([
    ['of no model', { name: 'fast', model: 'acme/none' }, 'not in the catalog'],
    ['with the name of a model', { name: 'acme/a', model: 'acme/a' }, 'is a model'],
    ['that exists', { name: 'quick', model: 'acme/a' }, 'exists already'],
  ])('%s is refused', async (_about, alias, message) => {
    await models.create(operator, theModel('acme/a'));
    await aliases.create(operator, { name: 'quick', model: 'acme/a' });
    await expect(aliases.create(operator, alias)).rejects.toThrow(message);
  });

  it('is in force with the next snapshot, and gone when it was deleted', async () => {
    await models.create(operator, theModel('acme/a'));
    await aliases.create(operator, { name: 'fast', model: 'acme/a' });
    expect((await load()).aliases.get('fast')).toBe('acme/a');
    await aliases.delete(operator, 'fast');
    expect((await load()).aliases.size).toBe(0);
    await expect(aliases.delete(operator, 'fast')).rejects.toThrow('not found');
  });
});

describe('a retirement', () => {
  it('sets the date and a successor that exists', async () => {
    await importModels(operator, { models: [theModel('acme/old'), theModel('acme/new')] });
    const effectiveDate = '2030-01-31';
    const retire = (successor: string) =>
      models.retire(operator, 'acme/old', { effectiveDate, successor });
    await expect(retire('acme/none')).rejects.toThrow('successor');
    await expect(retire('acme/old')).rejects.toThrow('successor');
    const { document, price_version } = await retire('acme/new');
    expect(document).toMatchObject({ deprecationDate: effectiveDate, successor: 'acme/new' });
    expect(price_version).toBe(1n);
  });
});
