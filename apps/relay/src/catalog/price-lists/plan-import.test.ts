import type { ModelDocument } from '../catalog';
import type { StoredModel } from '../manage/catalog-book';
import type { PlannedRow } from '../planned-prices';
import { planImport, type ImportedCatalog, type ImportOptions } from './plan-import';
import { readOpenRouter } from './read-openrouter';

const nowMs = Date.parse('2026-11-18T12:00:00Z');

function aRow(changes: Partial<ModelDocument> & { readonly id: string }): StoredModel {
  const prices = { prompt: '2.50', completion: '10' };
  return {
    id: changes.id,
    document: { name: changes.id, kind: 'chat', prices, ...changes },
    price_version: 1n,
    price_version_max: 1n,
    created_at: new Date(0),
    updated_at: new Date(0),
    hidden_at: null,
    made_by: null,
  };
}

const aList = (items: Readonly<Record<string, object>>, more: object = {}) =>
  readOpenRouter({
    data: Object.entries(items).map(([id, pricing]) => ({ id, pricing, ...more })),
  }) ?? { entries: [], skipped: [] };

const plan = (
  list: ReturnType<typeof aList>,
  catalog: Partial<ImportedCatalog>,
  options: Partial<ImportOptions> = {},
) =>
  planImport(
    list,
    { models: [], aliases: new Map(), plans: [], pricedRoutes: [], ...catalog },
    { providers: undefined, addModels: false, effectiveAt: undefined, nowMs, ...options },
  );

const same = { prompt: '0.0000025', completion: '0.00001' };

describe('a preview', () => {
  it('tells dearer, cheaper, changed, unchanged and new models apart', () => {
    const models = ['a/dear', 'a/cheap', 'a/both', 'a/same'].map((id) => aRow({ id }));
    const { changes, writes } = plan(
      aList({
        'a/dear': { ...same, prompt: '0.000003' },
        'a/cheap': { ...same, completion: '0.000009' },
        'a/both': { prompt: '0.000003', completion: '0.000009' },
        'a/same': same,
        'a/new': same,
      }),
      { models },
    );
    expect(changes.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['a/both', 'changed'],
      ['a/cheap', 'cheaper'],
      ['a/dear', 'dearer'],
      ['a/new', 'new'],
      ['a/same', 'unchanged'],
    ]);
    expect(changes[2]?.prices).toEqual([
      { price: 'prompt', before: '2.50', after: '3', change: 'dearer' },
    ]);
    // New models are added only if that is asked for.
    expect(writes.map(({ document }) => document.id)).toEqual(['a/both', 'a/cheap', 'a/dear']);
  });

  it('keeps prices that the list does not name', () => {
    const prices = { prompt: '2', completion: '10', cacheRead: '1', tools: { web_search: '0.01' } };
    const tiers = [{ abovePromptTokens: 200_000, prompt: '4', completion: '20' }];
    const { changes, writes } = plan(aList({ 'a/b': { ...same, input_cache_write: '0.000003' } }), {
      models: [aRow({ id: 'a/b', prices, tiers })],
    });
    expect(writes[0]?.prices).toEqual({
      prices: { ...prices, prompt: '2.5', cacheWrite: '3' },
      tiers,
    });
    expect(changes[0]?.skipped).toEqual([
      { field: 'tiers', reason: expect.stringContaining('stay') },
    ]);
  });

  it('knows a model by its alias and by another spelling of its version', () => {
    const { changes, skipped } = plan(
      aList({ 'anthropic/claude-4-5': same, 'old/name': same, 'anthropic/claude-4.5': same }),
      {
        models: [aRow({ id: 'anthropic/claude-4.5' }), aRow({ id: 'new/name' })],
        aliases: new Map([['old/name', 'new/name']]),
      },
    );
    expect(changes.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['anthropic/claude-4.5', 'unchanged'],
      ['new/name', 'unchanged'],
    ]);
    expect(skipped).toEqual([
      { name: 'anthropic/claude-4-5', reason: 'names the same model as anthropic/claude-4.5' },
    ]);
  });

  it('lists what is gone only for providers of the list, and changes nothing of it', () => {
    const models = [aRow({ id: 'a/b' }), aRow({ id: 'a/old' }), aRow({ id: 'z/other' })];
    const { gone, writes } = plan(aList({ 'a/b': same }), { models });
    expect(gone).toEqual([{ id: 'a/old', deprecationDate: null }]);
    expect(writes).toEqual([]);
  });

  it('takes over a coming deprecation date, and no past one', () => {
    const models = [aRow({ id: 'a/b' })];
    const coming = plan(aList({ 'a/b': same }, { expiration_date: '2027-01-01' }), { models });
    expect(coming.changes[0]).toMatchObject({
      outcome: 'changed',
      deprecationDate: { before: null, after: '2027-01-01' },
    });
    const past = plan(aList({ 'a/b': same }, { expiration_date: '2026-01-01' }), { models });
    expect(past.changes[0]).toMatchObject({
      outcome: 'unchanged',
      skipped: [{ field: 'deprecationDate' }],
    });
    expect(plan(aList({ 'a/c': same }, { expiration_date: '2026-01-01' }), {}).skipped).toEqual([
      { name: 'a/c', reason: 'retired on 2026-01-01' },
    ]);
  });

  it('compares with the prices in force at its time', () => {
    const effectiveAt = new Date('2026-12-01T00:00:00Z');
    const planned: PlannedRow = {
      id: 'plan_1',
      model_id: 'a/b',
      route_id: null,
      price_version: 2n,
      effective_at: effectiveAt,
      document: { prices: { prompt: '3', completion: '10' } },
      created_at: new Date(0),
    };
    const list = aList({ 'a/b': { ...same, prompt: '0.000003' } });
    const catalog = { models: [aRow({ id: 'a/b' })], plans: [planned] };
    expect(plan(list, catalog, { effectiveAt }).changes[0]?.outcome).toBe('unchanged');
    expect(plan(list, catalog).changes[0]).toMatchObject({
      outcome: 'dearer',
      skipped: [{ field: 'prices', reason: expect.stringContaining('2026-12-01') }],
    });
  });

  it('leaves hidden models and other providers alone, and names routes with own prices', () => {
    const hidden = { ...aRow({ id: 'a/hidden' }), hidden_at: new Date(1) };
    const list = aList({ 'a/hidden': same, 'b/c': { ...same, prompt: '0.000003' } });
    const models = [hidden, aRow({ id: 'b/c' })];
    const pricedRoutes = [{ id: 'route_1', pattern: 'b/c' }];
    const all = plan(list, { models, pricedRoutes });
    expect(all.skipped).toEqual([
      { name: 'a/hidden', reason: 'a/hidden is hidden in the catalog' },
    ]);
    expect(all.changes[0]?.routesWithOwnPrices).toEqual(['route_1']);
    expect(plan(list, { models }, { providers: new Set(['a']) }).changes).toEqual([]);
  });

  it('has another digest when anything that it writes or replaces differs', () => {
    const list = aList({ 'a/b': { ...same, prompt: '0.000003' }, 'a/new': same });
    const models = [aRow({ id: 'a/b' })];
    const other = [aRow({ id: 'a/b', prices: { prompt: '1', completion: '10' } })];
    const digests = [
      plan(list, { models }),
      plan(list, { models: other }),
      plan(list, { models }, { addModels: true }),
      plan(list, { models }, { effectiveAt: new Date('2026-12-01') }),
    ].map(({ digest }) => digest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(plan(list, { models }).digest).toBe(digests[0]);
  });
});
