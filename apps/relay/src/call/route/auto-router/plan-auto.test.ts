import { aModel, aSnapshot } from '../../../../test/support/build-calls';
import type { CatalogModel, CatalogSnapshot } from '../../../catalog/catalog';
import type { PlanRequest } from '../../../domain/model-plan';
import { planAuto } from './plan-auto';
import {
  listTiersFrom,
  makeAutoTierKey,
  type AutoTier,
  type AutoTierName,
} from '../../../catalog/tiers';

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
  it('chooses the primary model, then the fallbacks, and names the tier', () => {
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

  const none =
    'No model of the auto tier simple can serve this request. Name a model instead of auto; ' +
    'operators choose the models with PUT /api/admin/auto-tiers/paid/simple.';
  it.each([
    ['no row', aSnapshot(), none],
    ['no model', aCatalog([], { primary: null }), none],
    ['a disabled row', aCatalog([good], { enabled: false }), 'Auto tier simple is disabled'],
  ])('answers 503 for %s', (_, snapshot, message) => {
    expect(() => planAuto(ask(), snapshot, wish)).toThrow(
      expect.objectContaining({ status: 503, message }) as Error,
    );
  });

  it('chooses for auto:free only models of the free table that are free', () => {
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

  describe('with providers that have no key', () => {
    const other = aModel({ id: 'acme/other' });
    const row = (tier: AutoTierName, model: CatalogModel, enabled = true): [string, AutoTier] => [
      makeAutoTierKey('paid', tier),
      { table: 'paid', tier, enabled, primary: model.id, fallbacks: [] },
    ];
    const reach = (...ids: string[]) => ({
      canReach: (model: CatalogModel) => ids.includes(model.id),
    });
    const withRows = (...rows: [string, AutoTier][]): CatalogSnapshot => ({
      ...aSnapshot([good, other], {}),
      autoTiers: new Map(rows),
    });

    it('skips a primary model without a provider', () => {
      const plan = planAuto(ask(), aCatalog([other, good]), wish, reach(good.id));
      expect(plan.models.map(({ model }) => model.id)).toEqual([good.id]);
    });

    it('chooses the next tier that has a usable model, and names it', () => {
      const snapshot = withRows(row('simple', other), row('complex', good));
      const plan = planAuto(ask(), snapshot, wish, reach(good.id));
      expect(plan.models.map(({ model }) => model.id)).toEqual([good.id]);
      expect(plan).toMatchObject({
        tier: 'complex',
        headers: { 'x-tollgate-auto-tier': 'complex' },
      });
    });

    it('skips a next tier that is disabled', () => {
      const snapshot = withRows(row('simple', other), row('standard', good, false));
      expect(() => planAuto(ask(), snapshot, wish, reach(good.id))).toThrow(/no provider key/);
    });

    it('does not use another tier when its own is disabled', () => {
      const snapshot = withRows(row('simple', other, false), row('standard', good));
      expect(() => planAuto(ask(), snapshot, wish, reach(good.id))).toThrow(
        'Auto tier simple is disabled',
      );
    });

    it('names the models without a provider and the remedy when none is left', () => {
      const snapshot = withRows(row('simple', other), row('standard', good));
      expect(() => planAuto(ask(), snapshot, wish, reach())).toThrow(
        expect.objectContaining({
          status: 503,
          message:
            'No model of the auto tier simple can serve this request. acme/other, acme/good and ' +
            'the like have no provider key. Name a model instead of auto, or set a provider key ' +
            'such as OPENAI_API_KEY; operators choose the models with ' +
            'PUT /api/admin/auto-tiers/paid/simple.',
        }) as Error,
      );
    });

    it.each([
      ['simple', ['simple', 'standard', 'complex', 'reasoning']],
      ['complex', ['complex', 'reasoning', 'standard', 'simple']],
      ['coding', ['coding', 'standard', 'complex', 'reasoning', 'simple']],
    ] as const)('looks from %s on in the order %j', (tier, tiers) => {
      expect(listTiersFrom(tier)).toEqual(tiers);
    });
  });
});
