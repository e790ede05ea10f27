import { aModel, aSnapshot } from '../../../test/support/build-calls';
import type { CatalogModel, CatalogSnapshot } from '../catalog';
import type { PlanRequest } from '../model-plan';
import { planAuto } from './plan-auto';
import { makeAutoTierKey, type AutoTier } from './tiers';

const wish = { isFreeOnly: false, isOnline: false };

function ask(body: Readonly<Record<string, unknown>> = {}, tokens = 10): PlanRequest {
  return {
    apiType: 'chat',
    requestedModel: 'auto',
    body: { messages: [{ role: 'user', content: 'hi' }], ...body },
    estimatePromptTokens: () => tokens,
  };
}

/** `simple` goes to these models, in this order. */
function aCatalog(
  models: readonly CatalogModel[],
  changes: Partial<AutoTier> = {},
): CatalogSnapshot {
  const [primary = null, ...fallbacks] = models.map(({ id }) => id);
  const rows = (['simple', 'standard', 'vision', 'image', 'video'] as const).map(
    (tier): AutoTier => ({
      table: 'paid',
      tier,
      enabled: true,
      primary,
      fallbacks,
      ...changes,
    }),
  );
  return {
    ...aSnapshot(models, {}),
    autoTiers: new Map(rows.map((row) => [makeAutoTierKey(row.table, row.tier), row])),
  };
}

const listIds = (snapshot: CatalogSnapshot, request = ask()): string[] =>
  planAuto(request, snapshot, wish).models.map(({ model }) => model.id);

const good = aModel({ id: 'acme/good' });

describe('planAuto', () => {
  it('takes the primary model, then the fallbacks, and names the tier', () => {
    const snapshot = aCatalog([aModel({ id: 'acme/a' }), aModel({ id: 'acme/b' }), good]);
    const plan = planAuto(ask(), snapshot, wish);
    expect(plan.models.map(({ model }) => model.id)).toEqual(['acme/a', 'acme/b', 'acme/good']);
    expect(plan).toMatchObject({
      isAuto: true,
      tier: 'simple',
      headers: { 'x-tollgate-auto-tier': 'simple' },
    });
  });

  const tools = [{ type: 'function', function: { name: 'look' } }];
  const parts = (type: string): Record<string, unknown> => ({
    messages: [{ role: 'user', content: [{ type }] }],
  });
  it.each([
    ['retired', { deprecationDate: '2020-01-01' }, {}],
    ['unpriced', { prices: { prompt: null, completion: null } }, {}],
    ['for embeddings', { kind: 'embeddings' as const }, {}],
    ['without tools', { supportedParameters: ['temperature'] }, { tools }],
    ['blind', { inputModalities: ['text'] }, parts('image_url')],
    ['without videos', { inputModalities: ['text', 'image'] }, parts('video_url')],
    ['without pictures', { outputModalities: ['text'] }, { modalities: ['image'] }],
  ])('leaves out a model that is %s', (_, changes, body) => {
    const snapshot = aCatalog([aModel({ id: 'acme/bad', ...changes }), good]);
    expect(listIds(snapshot, ask(body))).toEqual(['acme/good']);
  });

  it('leaves out a model that is too small, while another is not', () => {
    const small = { ...aModel({ id: 'acme/tiny' }), contextLength: 100 };
    expect(listIds(aCatalog([small, good]), ask({}, 101))).toEqual(['acme/good']);
    expect(listIds(aCatalog([small]), ask({}, 101))).toEqual(['acme/tiny']);
  });

  it('leaves out a model that has left the catalog', () => {
    expect(listIds(aCatalog([good], { fallbacks: ['acme/gone'] }))).toEqual(['acme/good']);
  });

  it.each([
    ['no row', aSnapshot(), 'No model of the auto tier simple can serve this request'],
    [
      'no model',
      aCatalog([], { primary: null }),
      'No model of the auto tier simple can serve this request',
    ],
    ['a disabled row', aCatalog([good], { enabled: false }), 'Auto tier simple is disabled'],
  ])('answers 503 for %s', (_, snapshot, message) => {
    expect(() => planAuto(ask(), snapshot, wish)).toThrow(
      expect.objectContaining({ status: 503, message }) as Error,
    );
  });

  it('takes for auto:free only models of the free table that are free', () => {
    const paid = aModel({ id: 'acme/paid' });
    const snapshot = aCatalog([paid, good], { table: 'free' });
    const free = { model: good.id, enabled: true, rpm: 1, dailyUnits: 1 };
    const freeTiers = new Map([[good.id, { ...free, fundedMultiplier: 1, unitTokens: 1 }]]);
    const freeWish = { ...wish, isFreeOnly: true };
    const plan = planAuto(ask(), { ...snapshot, freeTiers }, freeWish);
    expect(plan.models.map(({ model }) => model.id)).toEqual([good.id]);
    expect(plan.isFreeOnly).toBe(true);
    expect(() => planAuto(ask(), snapshot, freeWish)).toThrow(/No model of the auto tier/);
  });
});
