import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { SecretBox } from '@tollgate/secret-box';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';
import {
  createModelSchema,
  createProviderKeySchema,
  createRouteSchema,
  discoverModelsSchema,
} from '../src/catalog/catalog-schemas';
import { createDiscoverModels, type Discovery } from '../src/catalog/discover/discover-models';
import { createListProviderModels } from '../src/catalog/discover/list-provider-models';
import { createManageModels } from '../src/catalog/manage/manage-models';
import { createManageProviderKeys } from '../src/catalog/manage/manage-provider-keys';
import { createManageRoutes } from '../src/catalog/manage/manage-routes';
import { createRunCatalogCommand } from '../src/catalog/manage/run-catalog-command';
import { CatalogStore } from '../src/catalog/store/catalog-store';
import { createCatalogTransactions } from '../src/catalog/store/catalog-transactions';

let testDatabase: TestDatabase<'relay'> | undefined;
let database: Database;
let server: Server;
let baseUrl: string;
let answer: { readonly status: number; readonly body: unknown } = { status: 200, body: {} };
const seenKeys: (string | undefined)[] = [];

const secrets = new SecretBox(randomBytes(32).toString('hex'));
const operator = {
  actor: { type: 'operator' as const, id: 'admin-token', email: 'ops@example.org' },
  ip: '203.0.113.7',
  requestId: 'req_1',
};
const list = [{ id: 'Acme/Large', max_model_len: 4_096 }, { id: 'small' }];

const run = createRunCatalogCommand({
  transactions: { run: (work) => createCatalogTransactions(database).run(work) },
  announce: async () => undefined,
});
const providerKeys = createManageProviderKeys(run, secrets);

function discover(wanted: object): Promise<Discovery> {
  return createDiscoverModels({
    reader: new CatalogStore(database),
    transactions: createCatalogTransactions(database),
    secrets,
    listModels: createListProviderModels(),
  })(operator, discoverModelsSchema.parse(wanted));
}

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['relay'] });
  const databaseUrl = testDatabase.urlOf('relay');
  const directory = join(__dirname, '../migrations');
  await runMigrations({ databaseUrl, schema: 'relay', directory, logger: silentLogger });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
  server = createServer((request, response) => {
    seenKeys.push(request.headers.authorization);
    const isList = request.url === '/v1/models';
    const { body, status } = isList ? answer : { status: 404, body: {} };
    response.writeHead(status, { location: 'http://127.0.0.1:1/' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

beforeEach(async () => {
  answer = { status: 200, body: { object: 'list', data: list } };
  seenKeys.length = 0;
  await database.query('TRUNCATE routes, provider_keys, model_prices, models, outbox CASCADE');
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await database?.close();
  await testDatabase?.drop();
});

const addKey = (changes: object = {}) =>
  providerKeys.create(
    operator,
    createProviderKeySchema.parse({ provider: 'vllm', baseUrl, ...changes }),
  );

describe('the models of a provider', () => {
  it('are listed as bodies that the catalog takes, and are in it afterwards', async () => {
    const key = await addKey();
    const found = await discover({ provider: 'vllm' });
    expect(found).toMatchObject({ provider: 'vllm', baseUrl, total: 2 });
    expect(found.items.map(({ inCatalog, priced }) => [inCatalog, priced])).toEqual([
      [false, false],
      [false, false],
    ]);
    const [first] = found.items;
    expect(first?.model).toMatchObject({ id: 'vllm/acme/large', contextLength: 4_096 });
    expect(first?.route).toEqual({
      pattern: 'vllm/acme/large',
      providerKeyId: key.id,
      upstreamModel: 'Acme/Large',
    });
    await createManageModels(run).create(operator, createModelSchema.parse(first?.model));
    await createManageRoutes(run).create(operator, createRouteSchema.parse(first?.route));
    const again = await discover({ provider: 'vllm' });
    expect(again.items.map(({ inCatalog }) => inCatalog)).toEqual([true, false]);
  });

  it('are asked for without a key where the server has none, else with the stored one', async () => {
    await addKey();
    await discover({ provider: 'vllm' });
    await addKey({ provider: 'acme', protocol: 'openai', apiKey: 'sk-stored-0123456789' });
    await discover({ provider: 'acme' });
    await discover({ provider: 'acme', apiKey: 'sk-given-0123456789' });
    expect(seenKeys).toEqual([
      undefined,
      'Bearer sk-stored-0123456789',
      'Bearer sk-given-0123456789',
    ]);
  });

  it('leave an entry in the audit log, without the key', async () => {
    await addKey({ provider: 'acme', protocol: 'openai', apiKey: 'sk-stored-0123456789' });
    await discover({ provider: 'acme' });
    const { rows } = await database.query<{ payload: Buffer }>('SELECT payload FROM outbox');
    const texts = rows.map(({ payload }) => payload.toString('latin1')).join();
    expect(texts).toContain('admin.provider_key.discover');
    expect(texts).not.toContain('sk-stored');
  });

  it('are at most 1,000, each once', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({ id: `m-${index % 1_100}` }));
    answer = { status: 200, body: many };
    const found = await discover({ provider: 'acme', baseUrl });
    expect([found.total, found.items.length]).toEqual([1_100, 1_000]);
  });
});

describe('a list of models that cannot be read', () => {
  it('is refused with what is missing', async () => {
    await expect(discover({ provider: 'acme' })).rejects.toMatchObject({
      reason: 'missing_required_field',
      param: 'baseUrl',
    });
    await expect(discover({ provider: 'vllm' })).rejects.toMatchObject({ param: 'baseUrl' });
    await expect(discover({ provider: 'together' })).rejects.toMatchObject({
      param: 'apiKey',
      message: expect.stringContaining('TOGETHER_API_KEY'),
    });
  });

  it('never sends a stored key to another host', async () => {
    await addKey({ provider: 'acme', protocol: 'openai', apiKey: 'sk-stored-0123456789' });
    const elsewhere = baseUrl.replace('127.0.0.1', 'localhost');
    await expect(discover({ provider: 'acme', baseUrl: elsewhere })).rejects.toMatchObject({
      reason: 'missing_required_field',
      param: 'apiKey',
    });
    expect(seenKeys).toEqual([]);
  });

  it.each([
    [401, 'upstream_auth_failed', 'check apiKey'],
    [404, 'upstream_unavailable', 'check baseUrl'],
    [302, 'upstream_unavailable', 'status 302'],
    [500, 'upstream_unavailable', 'status 500'],
  ])('names the remedy of status %s', async (status, reason, text) => {
    answer = { status, body: {} };
    await expect(discover({ provider: 'acme', baseUrl })).rejects.toMatchObject({
      reason,
      message: expect.stringContaining(text),
    });
    expect(seenKeys).toHaveLength(1);
  });

  it.each([['{"data":7}'], ['<html>'], ['[[sim'], ['null']])('is not %s', async (body) => {
    answer = { status: 200, body };
    await expect(discover({ provider: 'acme', baseUrl })).rejects.toMatchObject({
      reason: 'upstream_unavailable',
      message: expect.stringContaining('not a list of models'),
    });
  });

  it('says that nothing answers at the address', async () => {
    await expect(
      discover({ provider: 'acme', baseUrl: 'http://127.0.0.1:1/v1' }),
    ).rejects.toMatchObject({ reason: 'upstream_unreachable' });
  });

  it('never asks a link-local address, where clouds serve credentials', async () => {
    for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '0.0.0.0']) {
      await expect(
        discover({ provider: 'acme', baseUrl: `http://${host}/v1` }),
      ).rejects.toMatchObject({ reason: 'unsupported_param', param: 'baseUrl' });
    }
  });
});
