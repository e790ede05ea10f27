import { join } from 'node:path';
import express, { type Express } from 'express';
import request from 'supertest';
import { Secret } from '@tollgate/config';
import { createErrorHandler } from '@tollgate/http';
import {
  anonymousIdentity,
  createEdgeSigner,
  createIdentityVerifier,
  requireIdentity,
} from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';
import { CatalogStore } from '../src/catalog/store/catalog-store';
import { createModelHandlers } from '../src/routes/admin-models.route';
import { createRouteHandlers } from '../src/routes/admin-routes.route';
import { createModelListHandlers } from '../src/routes/models.route';
import { aModel, aSnapshot } from './support/build-calls';

interface Listed {
  readonly items: readonly { readonly id: string; readonly hidden?: boolean }[];
  readonly nextCursor: string | null;
}

const secret = new Secret('identity secret of the list tests..');
const sign = createEdgeSigner(secret, 'relay');
const publicModels = ['acme/small', 'acme/large', 'bcme/large'].map((id) => aModel({ id }));

let testDatabase: TestDatabase<'relay'>;
let database: Database;
let app: Express;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['relay'] });
  const databaseUrl = testDatabase.urlOf('relay');
  const directory = join(__dirname, '..', 'migrations');
  await runMigrations({ databaseUrl, schema: 'relay', directory, logger: silentLogger });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
  app = makeApp();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.query('TRUNCATE models, model_prices, routes, provider_keys CASCADE');
  await database.query(
    `INSERT INTO provider_keys (id, provider, base_url, protocol, key_ciphertext, key_mask)
     VALUES ('pkey_1', 'acme', 'https://acme.example', 'openai', '', ''),
            ('pkey_2', 'bcme', 'https://bcme.example', 'openai', '', '')`,
  );
});

function makeApp(): Express {
  const made = express();
  const store = new CatalogStore(database);
  const models = createModelHandlers(store, {} as never, {} as never);
  const routes = createRouteHandlers(store, {} as never, {} as never);
  const snapshot = aSnapshot(publicModels, {});
  const listed = createModelListHandlers(
    () => snapshot,
    () => ({ allowsModel: null }) as never,
  );
  made.use(requireIdentity(createIdentityVerifier({ secrets: [secret], audience: 'relay' })));
  made.get('/models', [models['GET /api/admin/models']].flat());
  made.get('/models/:id', [models['GET /api/admin/models/{id}']].flat());
  made.get('/routes', [routes['GET /api/admin/routes']].flat());
  made.get('/v1/models', [listed['GET /v1/models']].flat());
  made.use(createErrorHandler({ logger: silentLogger }));
  return made;
}

const send = (path: string) =>
  request(app)
    .get(path)
    .set(sign(anonymousIdentity, 'get', path));

async function list(path: string): Promise<Listed> {
  const answer = await send(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body as Listed;
}

async function listIds(path: string): Promise<readonly string[]> {
  return (await list(path)).items.map(({ id }) => id);
}

async function walk(path: string, onPage = async (): Promise<void> => undefined) {
  const ids: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 50; pages++) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Listed = await list(`${path}&limit=2${more}`);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    await onPage();
  }
  return ids;
}

async function addModel(id: string, name = id): Promise<void> {
  await database.query('INSERT INTO models (id, document) VALUES ($1, $2)', [
    id,
    JSON.stringify({ id, name, kind: 'chat', prices: {} }),
  ]);
}

async function addRoute(id: string, changes: { pattern?: string; priority?: number } = {}) {
  const { pattern = 'acme/*', priority = 1 } = changes;
  await database.query(
    `INSERT INTO routes (id, pattern, provider_key_id, upstream_model, protocol, priority)
     VALUES ($1, $2, 'pkey_1', 'upstream-' || $1, 'openai', $3)`,
    [id, pattern, priority],
  );
}

describe('the list of models for operators', () => {
  it('is in order of ids with the bare id as cursor', async () => {
    for (const id of ['b/2', 'a/1', 'c/3']) await addModel(id);
    const first = await list('/models?limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(['a/1', 'b/2']);
    expect(first.nextCursor).toBe('b/2');
    expect(await list('/models?limit=2&cursor=b/2')).toMatchObject({ nextCursor: null });
    expect(await listIds('/models?order=desc')).toEqual(['c/3', 'b/2', 'a/1']);
  });

  it('is ordered by name, creation and change', async () => {
    await addModel('a/1', 'beta');
    await addModel('b/2', 'Alpha');
    await addModel('c/3', 'alpha');
    await database.query(`UPDATE models SET updated_at = now() + interval '1 s' WHERE id = 'a/1'`);
    expect(await walk('/models?sort=name')).toEqual(['b/2', 'c/3', 'a/1']);
    expect(await walk('/models?sort=name&order=desc')).toEqual(['a/1', 'c/3', 'b/2']);
    expect(await walk('/models?sort=createdAt')).toEqual(['a/1', 'b/2', 'c/3']);
    expect(await walk('/models?sort=updatedAt')).toEqual(['b/2', 'c/3', 'a/1']);
  });

  it('has hidden models, marked as such, also one by one', async () => {
    await addModel('acme/one');
    await addModel('acme/hidden');
    await database.query(`UPDATE models SET hidden_at = now() WHERE id = 'acme/hidden'`);
    const { items } = await list('/models?sort=name');
    expect(items.map(({ hidden, id }) => [id, hidden])).toEqual([
      ['acme/hidden', true],
      ['acme/one', false],
    ]);
    expect((await send('/models/acme%2Fhidden')).body).toMatchObject({ hidden: true });
    expect((await send('/models/acme%2Fnone')).status).toBe(404);
  });

  it('is searched by a part of id or name', async () => {
    await addModel('acme/one', 'Tiny 100%');
    await addModel('acme/two', 'Huge');
    expect(await listIds('/models?search=TINY')).toEqual(['acme/one']);
    expect(await listIds('/models?search=me/tw')).toEqual(['acme/two']);
    expect(await listIds('/models?search=%25')).toEqual(['acme/one']);
    expect(await listIds('/models?search=nothing')).toEqual([]);
  });
});

describe('the list of routes', () => {
  it('is ordered by pattern and priority, then by id', async () => {
    await addRoute('r1', { pattern: 'b/*', priority: 10 });
    await addRoute('r2', { pattern: 'a/*', priority: 9 });
    await addRoute('r3', { pattern: 'a/*', priority: 10 });
    expect(await walk('/routes?sort=pattern')).toEqual(['r2', 'r3', 'r1']);
    expect(await walk('/routes?sort=priority')).toEqual(['r2', 'r1', 'r3']);
    expect(await walk('/routes?sort=priority&order=desc')).toEqual(['r3', 'r1', 'r2']);
    expect(await listIds('/routes?search=A/')).toEqual(['r2', 'r3']);
    expect(await listIds('/routes?search=upstream-r1')).toEqual(['r1']);
    expect(await listIds('/routes?search=pkey_2')).toEqual([]);
  });

  it.each(['id', 'pattern', 'priority', 'createdAt', 'updatedAt'])(
    'by %s shows every route once while others are added, changed and deleted',
    async (sort) => {
      const ids = Array.from({ length: 9 }, (_, index) => `r${index}`);
      for (const [index, id] of ids.entries()) await addRoute(id, { priority: index % 3 });
      await addRoute('other');
      let rounds = 0;
      const seen = await walk(`/routes?sort=${sort}`, async () => {
        await addRoute(`new${++rounds}`, { priority: rounds % 3 });
        if (rounds % 2 === 0) await database.query(`DELETE FROM routes WHERE id = 'new1'`);
        await database.query(
          `UPDATE routes SET priority = $1, updated_at = now() WHERE id = 'other'`,
          [rounds],
        );
      });
      expect(seen.filter((id) => ids.includes(id)).toSorted()).toEqual(ids);
    },
  );
});

describe('each of these lists', () => {
  it.each([
    ['/models?sort=price', 'sort'],
    ['/models?order=up', 'order'],
    ['/models?limit=501', 'limit'],
    ['/models?cursor=%00', 'cursor'],
    ['/models?sort=name&cursor=AAAA', 'cursor'],
    [`/models?search=${'x'.repeat(201)}`, 'search'],
    ['/routes?sort=weight', 'sort'],
    ['/routes?limit=0', 'limit'],
    ['/routes?search=%00', 'search'],
    ['/routes?sort=priority&cursor=a', 'cursor'],
    ['/v1/models?sort=size', 'sort'],
    ['/v1/models?limit=1001', 'limit'],
    ['/v1/models?limit=ten', 'limit'],
    ['/v1/models?sort=name&cursor=acme/small', 'cursor'],
    ['/v1/models?sort=name&after_id=acme/small', 'after_id'],
    ['/v1/models?search=%00', 'search'],
  ])('refuses %s and names the field', async (path, param) => {
    const answer = await send(path);
    const { error } = answer.body as { error: { param: string } };
    expect([answer.status, error.param]).toEqual([400, param]);
  });

  it('has an index for each order', async () => {
    for (const [source, expression, index] of [
      ['models', `lower(coalesce(document ->> 'name', id))`, 'models_name_order_idx'],
      ['models', 'created_at', 'models_created_order_idx'],
      ['models', 'updated_at', 'models_updated_order_idx'],
      ['routes', 'pattern', 'routes_pattern_order_idx'],
      ['routes', 'priority', 'routes_priority_order_idx'],
      ['routes', 'created_at', 'routes_created_order_idx'],
      ['routes', 'updated_at', 'routes_updated_order_idx'],
    ]) {
      const plan = await database.withTransaction(async (transaction) => {
        await transaction.query('SET LOCAL enable_seqscan = off');
        await transaction.query('SET LOCAL enable_sort = off');
        const { rows } = await transaction.query<Record<'QUERY PLAN', string>>(
          `EXPLAIN SELECT id FROM ${source} ORDER BY ${expression}, id LIMIT 9`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(plan).toContain(index);
    }
  });
});

describe('the public list of models', () => {
  const readIds = (body: object) => (body as { data: { id: string }[] }).data.map(({ id }) => id);

  it('is whole and has no cursor without parameters', async () => {
    const { body } = await send('/v1/models?client_version=1');
    expect(Object.keys(body as object)).toEqual([
      'object',
      'data',
      'has_more',
      'first_id',
      'last_id',
    ]);
    expect(readIds(body as object)).toEqual(['acme/large', 'acme/small', 'bcme/large']);
    expect((await send('/v1/models?limit=1&before_id=x')).body).toEqual(body);
  });

  it('is paged by cursor, and by the names that clients of the Anthropic API send', async () => {
    const { body } = await send('/v1/models?limit=2');
    expect(body).toMatchObject({ has_more: true, last_id: 'acme/small', nextCursor: 'acme/small' });
    for (const name of ['cursor', 'after_id']) {
      const rest = await send(`/v1/models?limit=2&${name}=acme/small`);
      expect(readIds(rest.body as object)).toEqual(['bcme/large']);
      expect(rest.body).toMatchObject({ has_more: false, nextCursor: null });
    }
    const whole = await send('/v1/models?limit=1000');
    expect(whole.body).toMatchObject({ has_more: false, first_id: 'acme/large' });
    const found = await send('/v1/models?search=LARGE&order=desc');
    expect(readIds(found.body as object)).toEqual(['bcme/large', 'acme/large']);
  });
});
