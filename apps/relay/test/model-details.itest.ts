import { join } from 'node:path';
import express, { type Express } from 'express';
import request from 'supertest';
import { Secret } from '@tollgate/config';
import { createErrorHandler, mountOperations } from '@tollgate/http';
import {
  anonymousIdentity,
  createEdgeSigner,
  createIdentityVerifier,
  requireIdentity,
} from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createRedis, type Redis } from '@tollgate/redis';
import {
  createTestDatabase,
  startTestRedis,
  type TestDatabase,
  type TestRedis,
} from '@tollgate/testing';
import { createModelSchema } from '../src/catalog/catalog-schemas';
import { createManageModels } from '../src/catalog/manage/manage-models';
import { createRunCatalogCommand } from '../src/catalog/manage/run-catalog-command';
import { CatalogStore } from '../src/catalog/store/catalog-store';
import { createCatalogTransactions } from '../src/catalog/store/catalog-transactions';
import { DayStats } from '../src/health/day-stats';
import { modelDetailOperations } from '../src/routes/model-details.operations';
import { createModelDetailHandlers } from '../src/routes/model-details.route';
import { aModel, aRoute, aSnapshot } from './support/build-calls';

const secret = new Secret('identity secret of the model tests.');
const sign = createEdgeSigner(secret, 'relay');
const operator = {
  actor: { type: 'operator' as const, id: 'admin-token', email: 'ops@example.org' },
  ip: '203.0.113.7',
  requestId: 'req_1',
};

let testDatabase: TestDatabase<'relay'>;
let server: TestRedis;
let database: Database;
let redis: Redis;

beforeAll(async () => {
  [testDatabase, server] = await Promise.all([
    createTestDatabase({ schemas: ['relay'] }),
    startTestRedis(),
  ]);
  const databaseUrl = testDatabase.urlOf('relay');
  const directory = join(__dirname, '..', 'migrations');
  await runMigrations({ databaseUrl, schema: 'relay', directory, logger: silentLogger });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
  redis = createRedis({ url: server.urlOf('relay'), name: 'test', logger: silentLogger });
  await redis.connect();
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
  await database.close();
  await testDatabase.drop();
});

const model = aModel();

function makeApp(day = new DayStats(Date.now), allowsModel?: (id: string) => boolean): Express {
  const route = aRoute({ id: 'route_1', provider: 'acme' });
  const snapshot = aSnapshot([model], { [model.id]: [route] });
  const store = new CatalogStore(database);
  const app = express();
  app.use(requireIdentity(createIdentityVerifier({ secrets: [secret], audience: 'relay' })));
  mountOperations(
    app,
    modelDetailOperations,
    createModelDetailHandlers({
      getSnapshot: () => snapshot,
      findPolicy: () => ({ allowsModel: allowsModel ?? null }) as never,
      listPriceVersions: (id, limit) => store.listPriceVersions(id, limit),
      isHealthy: () => true,
      measureDay: (candidate) => day.find(candidate.route.id, `route_1 ${model.id}`),
    }),
  );
  app.use(createErrorHandler({ logger: silentLogger }));
  return app;
}

const get = (app: Express, path: string, headers: Record<string, string> = {}) =>
  request(app)
    .get(path)
    .set(sign(anonymousIdentity, 'get', path))
    .set(headers);
const pathOf = (rest: string, id = model.id): string =>
  `/v1/models/${encodeURIComponent(id)}/${rest}`;

describe('the price history of a model', () => {
  it('has every version that was ever written, once, newest first', async () => {
    const transactions = createCatalogTransactions(database);
    const run = createRunCatalogCommand({ transactions, announce: async () => undefined });
    const models = createManageModels(run);
    const settings = { id: model.id, name: 'A model', kind: 'chat' };
    const prices = { prompt: '1', completion: '2' };
    await models.create(operator, createModelSchema.parse({ ...settings, prices }));
    await models.patch(operator, model.id, { name: 'Another name' });
    await Promise.all(
      ['3', '4'].map((prompt) =>
        models.patch(operator, model.id, { prices: { prompt, completion: '5' } }),
      ),
    );
    const { body } = await get(makeApp(), pathOf('prices')).expect(200);
    expect(body).toMatchObject({ id: model.id, object: 'list', has_more: false });
    const listed = body.data as { version: number; from: string; pricing: { prompt: string } }[];
    expect(listed.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(listed[2]?.pricing).toEqual({ prompt: '1', completion: '2', unit: 'per_1m_tokens' });
    expect(listed.map(({ pricing }) => pricing.prompt).sort()).toEqual(['1', '3', '4']);
    expect(listed.map(({ from }) => from)).toEqual(
      listed
        .map(({ from }) => from)
        .sort()
        .reverse(),
    );
  });

  it('makes a version when only a price by size changes', async () => {
    const store = new CatalogStore(database);
    const run = createRunCatalogCommand({
      transactions: createCatalogTransactions(database),
      announce: async () => undefined,
    });
    const models = createManageModels(run);
    const id = 'acme/image';
    const given = { id, name: 'Image', kind: 'image', prices: {}, sizes: { '1024x1024': '0.04' } };
    await models.create(operator, createModelSchema.parse(given));
    await models.patch(operator, id, { sizes: { '1024x1024': '0.05' } });
    const versions = await store.listPriceVersions(id, 10);
    expect(versions.map(({ sizes }) => sizes?.['1024x1024'])).toEqual(['0.05', '0.04']);
  });

  it('is answered with 304 while the client has the current one', async () => {
    const first = await get(makeApp(), pathOf('prices')).expect(200);
    const headers = { 'if-none-match': first.headers['etag'] as string };
    await get(makeApp(), pathOf('prices'), headers).expect(304);
    await get(makeApp(), pathOf('prices'), { 'if-none-match': '"other"' }).expect(200);
  });

  it.each(['prices', 'endpoints'])('of an unknown or forbidden model has no %s', async (rest) => {
    const unknown = await get(makeApp(), pathOf(rest, 'acme/none'));
    const forbidden = await get(
      makeApp(undefined, () => false),
      pathOf(rest),
    );
    expect([unknown.status, forbidden.status]).toEqual([404, 404]);
  });
});

describe('the endpoints of a model', () => {
  it('have null where nothing was measured, and no address or key', async () => {
    const answer = await get(makeApp(), pathOf('endpoints')).expect(200);
    expect(answer.body.data).toMatchObject([
      {
        provider: 'acme',
        status: 'healthy',
        latency_p50_ms: null,
        tokens_per_second_p50: null,
        uptime: null,
      },
    ]);
    expect(answer.text).not.toMatch(/route_1|http|apiKey/);
  });

  it('have the measurements of all relays in the last day', async () => {
    let nowMs = Date.now();
    const [here, there] = [new DayStats(() => nowMs), new DayStats(() => nowMs)];
    const key = `route_1 ${model.id}`;
    for (const relay of [here, there]) {
      relay.noteTimes(key, { firstTokenMs: 400, tokensPerSecond: 80 });
      for (let count = 0; count < 5; count += 1) relay.noteAttempt('route_1');
    }
    there.noteFault('route_1');
    await here.exchange(redis);
    await there.exchange(redis);
    await here.exchange(redis);
    const { body } = await get(makeApp(here), pathOf('endpoints')).expect(200);
    const [endpoint] = body.data as Record<string, number>[];
    expect(endpoint).toMatchObject({ uptime: 0.9 });
    expect(Math.abs((endpoint?.['latency_p50_ms'] ?? 0) - 400)).toBeLessThan(40);
    expect(Math.abs((endpoint?.['tokens_per_second_p50'] ?? 0) - 80)).toBeLessThan(8);
    nowMs += 26 * 3_600_000;
    await here.exchange(redis);
    expect(here.find('route_1', key)).toEqual({});
  });
});
