import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AuditRecorded } from '@tollgate/contracts';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { SecretBox } from '@tollgate/secret-box';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';
import type { CatalogSnapshot } from '../src/catalog/catalog';
import { createModelSchema, createProviderKeySchema } from '../src/catalog/catalog-schemas';
import { createManageModels } from '../src/catalog/manage/manage-models';
import { createManagePlannedPrices } from '../src/catalog/manage/manage-planned-prices';
import { createManageProviderKeys } from '../src/catalog/manage/manage-provider-keys';
import { createManageRoutes } from '../src/catalog/manage/manage-routes';
import {
  createPutPlansInForce,
  createRunCatalogCommand,
} from '../src/catalog/manage/run-catalog-command';
import { createImportPriceLists } from '../src/catalog/price-lists/import-price-list';
import { previewPriceListSchema } from '../src/catalog/price-lists/price-list-schemas';
import { CatalogStore } from '../src/catalog/store/catalog-store';
import { createCatalogTransactions } from '../src/catalog/store/catalog-transactions';
import { createSnapshotLoader } from '../src/catalog/store/load-snapshot';

const secrets = new SecretBox(randomBytes(32).toString('hex'));
const operator = {
  actor: { type: 'operator' as const, id: 'admin-token', email: 'ops@example.org' },
  ip: '203.0.113.7',
  requestId: 'req_1',
};
const dayMs = 86_400_000;
const tomorrow = new Date(Date.now() + dayMs).toISOString();
const small = 'acme/small';

let testDatabase: TestDatabase<'relay'>;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['relay'] });
  const databaseUrl = testDatabase.urlOf('relay');
  const directory = join(__dirname, '../migrations');
  await runMigrations({ databaseUrl, schema: 'relay', directory, logger: silentLogger });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

const announce = async (): Promise<void> => undefined;

function makeDesk() {
  const transactions = createCatalogTransactions(database);
  const run = createRunCatalogCommand({ transactions, announce });
  const store = new CatalogStore(database);
  return {
    store,
    models: createManageModels(run),
    keys: createManageProviderKeys(run, secrets),
    routes: createManageRoutes(run),
    plans: createManagePlannedPrices(run),
    lists: createImportPriceLists(run, store),
    putInForce: createPutPlansInForce(transactions, announce),
  };
}

const load = (): Promise<CatalogSnapshot> =>
  createSnapshotLoader(database, secrets, silentLogger)();
/** As if a plan had been made long ago. */
const makeDue = (): Promise<unknown> =>
  database.query(`UPDATE planned_prices SET effective_at = now() - interval '1 second'`);

async function addModel(id: string, more: object = {}): Promise<void> {
  const prices = { prompt: '1', completion: '2' };
  const document = { id, name: id, kind: 'chat', prices, ...more };
  await makeDesk().models.create(operator, createModelSchema.parse(document));
}

async function addRoute(pattern: string): Promise<string> {
  const { keys, routes } = makeDesk();
  const wanted = { provider: 'acme', baseUrl: 'https://api.example.com/v1', protocol: 'openai' };
  const key = await keys.create(
    operator,
    createProviderKeySchema.parse({ ...wanted, apiKey: 'sk-0123456789' }),
  );
  const route = await routes.create(operator, { pattern, providerKeyId: key.id });
  return route.id;
}

async function listActions(): Promise<string[]> {
  const { rows } = await database.query<{ payload: Buffer }>(
    'SELECT payload FROM outbox ORDER BY id',
  );
  return rows.map(({ payload }) => AuditRecorded.decode(payload).action);
}

beforeEach(async () => {
  await database.query(
    'TRUNCATE routes, provider_keys, model_prices, models, aliases, outbox CASCADE',
  );
  await addModel(small, { tiers: [{ abovePromptTokens: 9, prompt: '2', completion: '3' }] });
});

const later = { prompt: '3', completion: '4' };

describe('planned prices of a model', () => {
  it('are a version of their own, which replaces the prices and their tiers at the time', async () => {
    const { plans, putInForce, store } = makeDesk();
    const plan = { modelId: small, effectiveAt: tomorrow, prices: later };
    const row = await plans.create(operator, plan);
    expect(row).toMatchObject({ model_id: small, price_version: 2n });
    const [planned] = (await load()).planned;
    expect(planned).toMatchObject({ fromMs: Date.parse(tomorrow), model: { id: small } });
    expect(await store.listPriceVersions(small, 9)).toMatchObject([
      { version: 2n, from: new Date(tomorrow) },
      { version: 1n },
    ]);
    expect(await putInForce()).toBe(0);

    await makeDue();
    expect(await new CatalogStore(database).plans.hasDue()).toBe(true);
    expect(await putInForce()).toBe(1);
    const model = await store.findModel(small);
    expect(model).toMatchObject({ price_version: 2n, document: { prices: later } });
    expect(model?.document.tiers).toBeUndefined();
    const snapshot = await load();
    expect(snapshot.planned).toEqual([]);
    expect(snapshot.models.get(small)?.prices.version).toBe(2n);
  });

  it('are made once per key, and cancelled before their time only', async () => {
    const { plans, putInForce, store } = makeDesk();
    const plan = { modelId: small, effectiveAt: tomorrow, prices: later };
    const ulid = '01KAB3X7Q9M2C4D5E6F7G8H9JK';
    const { id } = await plans.create(operator, plan, ulid);
    await plans.create(operator, plan, ulid);
    expect(await store.plans.list({ after: '', limit: 9 })).toHaveLength(1);
    await plans.cancel(operator, id);
    await expect(plans.cancel(operator, id)).rejects.toThrow('No such planned prices');
    expect(await store.listPriceVersions(small, 9)).toHaveLength(1);
    // The number of a cancelled version is not used again.
    expect(await plans.create(operator, plan)).toMatchObject({ price_version: 3n });
    await makeDue();
    await putInForce();
    expect(await listActions()).toEqual([
      'admin.model.create',
      'admin.planned_prices.create',
      'admin.planned_prices.delete',
      'admin.planned_prices.create',
    ]);
  });

  it('are in force before any other change, and do not list a hidden model again', async () => {
    const { models, plans, store } = makeDesk();
    await plans.create(operator, { modelId: small, effectiveAt: tomorrow, prices: later });
    await makeDue();
    const row = await models.patch(operator, small, { name: 'Other' });
    expect(row).toMatchObject({ price_version: 2n, document: { name: 'Other', prices: later } });
    await plans.create(operator, { modelId: small, effectiveAt: tomorrow, prices: later });
    await models.hide(operator, small);
    await makeDue();
    expect(await makeDesk().putInForce()).toBe(1);
    expect(await store.findModel(small)).toBeUndefined();
  });

  it.each([
    ['the past', { modelId: small, effectiveAt: '2020-01-01T00:00:00Z', prices: later }, 'future'],
    [
      'a far future',
      { modelId: small, effectiveAt: '2199-01-01T00:00:00Z', prices: later },
      'year',
    ],
    ['an unknown model', { modelId: 'acme/x', effectiveAt: tomorrow, prices: later }, 'catalog'],
    ['an unknown route', { routeId: 'x', effectiveAt: tomorrow, prices: later }, 'names no route'],
    ['nothing', { effectiveAt: tomorrow, prices: later }, 'either'],
    ['no prices', { modelId: small, effectiveAt: tomorrow, prices: null }, 'null'],
  ])('are refused for %s', async (_name, wanted, message) => {
    await expect(makeDesk().plans.create(operator, wanted)).rejects.toThrow(message);
  });
});

it('planned prices of a route replace its own prices at the time', async () => {
  const { plans, putInForce, store } = makeDesk();
  const routeId = await addRoute(small);
  await plans.create(operator, { routeId, effectiveAt: tomorrow, prices: { prompt: '9' } });
  await makeDue();
  await putInForce();
  expect((await store.findRoute(routeId))?.preferences.prices).toEqual({ prompt: '9' });
  await plans.create(operator, { routeId, effectiveAt: tomorrow, prices: null });
  await makeDesk().routes.delete(operator, routeId);
  expect((await load()).planned).toEqual([]);
});

const aList = (prompt: string, more: object = {}) =>
  previewPriceListSchema.parse({
    format: 'openrouter',
    document: {
      data: [
        { id: small, pricing: { prompt, completion: '0.000002' } },
        { id: 'acme/new', name: 'New', pricing: { prompt: '0.000001', completion: '0.000002' } },
      ],
    },
    ...more,
  });

describe('the import of a price list', () => {
  it('writes what its preview said, once, and nothing before', async () => {
    const { lists, store } = makeDesk();
    const body = aList('0.0000015', { addModels: true });
    const preview = await lists.preview(body);
    expect(preview.counts).toMatchObject({ new: 1, dearer: 1, unchanged: 0 });
    expect((await store.findModel(small))?.price_version).toBe(1n);
    const applied = { effectiveAt: null, added: 1, repriced: 1, dated: 0 };
    const given = { ...body, digest: preview.digest };
    expect(await lists.apply(operator, given)).toEqual(applied);
    expect(await lists.apply(operator, given)).toEqual({ ...applied, added: 0, repriced: 0 });
    expect(await store.findModel(small)).toMatchObject({
      price_version: 2n,
      document: { prices: { prompt: '1.5', completion: '2' }, tiers: [{ prompt: '2' }] },
    });
    expect(await store.findModel('acme/new')).toMatchObject({ document: { name: 'New' } });
    expect((await listActions()).filter((action) => action.includes('price_list'))).toHaveLength(1);
  });

  it('plans prices for a time, and does not plan them twice', async () => {
    const { lists, store } = makeDesk();
    const body = aList('0.0000015', { effectiveAt: tomorrow });
    const { digest } = await lists.preview(body);
    await lists.apply(operator, { ...body, digest });
    expect(await lists.apply(operator, { ...body, digest })).toMatchObject({ repriced: 0 });
    expect((await lists.preview(body)).counts).toMatchObject({ dearer: 0, unchanged: 1 });
    expect((await store.findModel(small))?.price_version).toBe(1n);
    expect(await store.plans.list({ after: '', limit: 9 })).toMatchObject([
      { model_id: small, price_version: 2n, document: { prices: { prompt: '1.5' } } },
    ]);
  });

  it('is refused when the catalog or the list has changed since the preview', async () => {
    const { lists, models } = makeDesk();
    const body = aList('0.0000015');
    const { digest } = await lists.preview(body);
    const other = { ...aList('0.0000016'), digest };
    await expect(lists.apply(operator, other)).rejects.toThrow('differs from the preview');
    await models.patch(operator, small, { prices: { prompt: '7', completion: '2' } });
    await expect(lists.apply(operator, { ...body, digest })).rejects.toThrow('differs');
  });

  it('happens once when two operators send it at the same time', async () => {
    const { lists, store } = makeDesk();
    const body = aList('0.0000015', { effectiveAt: tomorrow });
    const { digest } = await lists.preview(body);
    const results = await Promise.all(
      [1, 2, 3].map(() => lists.apply(operator, { ...body, digest })),
    );
    expect(results.map(({ repriced }) => repriced).sort()).toEqual([0, 0, 1]);
    expect(await store.plans.list({ after: '', limit: 9 })).toHaveLength(1);
  });

  it.each([
    ['another format', { format: 'litellm', document: { data: [] } }],
    ['nothing', { format: 'openrouter', document: {} }],
    ['no models', { format: 'openrouter', document: { data: [] } }],
    ['a text', { format: 'openrouter', document: { data: 'x' } }],
    [
      'too many models',
      { format: 'openrouter', document: { data: Array.from({ length: 10_001 }, () => ({})) } },
    ],
  ])('is refused for %s', async (_name, body) => {
    const { lists } = makeDesk();
    await expect(lists.preview(previewPriceListSchema.parse(body))).rejects.toThrow('document');
  });
});
