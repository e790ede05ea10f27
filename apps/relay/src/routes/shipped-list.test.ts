import { join } from 'node:path';
import { hasPriceFor } from '@tollgate/pricing';
import { aModel, aParsedCall, aRoute, aRouting, aSnapshot } from '../../test/support/build-calls';
import { readSeed } from '../catalog/seed/seed';
import type { CatalogModel } from '../catalog/catalog';
import { isRetired } from '../catalog/retirement';
import { chooseRoute } from '../call/route/choose-route';
import { readModelList, type ListFilter } from './model-list';
import { publicModelSchema } from './models.operations';

const nowMs = Date.now();
const models = readSeed(join(__dirname, '../../seed')).models.map(({ document }): CatalogModel => {
  const { maxCompletionTokens, ...fields } = document;
  return aModel({ ...fields, maxCompletionTokens: maxCompletionTokens ?? undefined });
});
const byId = new Map(models.map((model) => [model.id, model]));
const routes = Object.fromEntries(
  models.map(({ id, kind }) => [
    id,
    [aRoute({ protocol: kind === 'video' ? 'openai-videos' : 'openai' })],
  ]),
);
const snapshot = aSnapshot(models, routes);

interface Listed {
  readonly id: string;
  readonly pricing: Readonly<Record<string, unknown>>;
  readonly pricing_tiers?: readonly Readonly<Record<string, unknown>>[];
}

function list(modalities: ListFilter['modalities']): Listed[] {
  const { text } = readModelList(snapshot, { modalities, parameters: [] }, nowMs);
  return (JSON.parse(text) as { data: Listed[] }).data;
}

const everything = list('all');
const listed = new Set(everything.map(({ id }) => id));

/** Their makers publish no price, or none that the gateway can charge by; see seed/README.md. */
const unpriced = [
  'alibaba/wan2.2-i2v-plus',
  'alibaba/wan2.2-kf2v-flash',
  'alibaba/wan2.2-t2v-plus',
  'alibaba/wan2.5-i2v-preview',
  'alibaba/wan2.5-t2v-preview',
  'alibaba/wan2.6-i2v',
  'alibaba/wan2.6-t2v',
  'bytedance/seedance-1-0-lite-i2v-250428',
  'bytedance/seedance-1-0-lite-t2v-250428',
  'bytedance/seedance-1-0-pro-250528',
  'bytedance/seedance-1-0-pro-fast-251015',
  'bytedance/seedance-1-5-pro-251215',
  'openai/gpt-4o-mini-tts',
  'openai/gpt-audio',
  'openai/gpt-audio-mini',
  'openai/gpt-image-2',
  'perplexity/sonar-deep-research',
  'qwen/qwen-image-2.0',
  'qwen/qwen-image-2.0-pro',
  'qwen/qwen3-30b-a3b',
  'qwen/qwen3.5-plus',
  'qwen/qwen3.7-plus',
];

describe('the listing of the shipped catalog', () => {
  it('has a price for every model', () => {
    const without = everything.filter(({ id }) => {
      const model = byId.get(id);
      return model === undefined || !hasPriceFor(model.prices, model.kind);
    });
    expect(without.map(({ id }) => id)).toEqual([]);
    expect(everything.length).toBeGreaterThan(180);
  });

  it('leaves out the models that have no price, and only those and the retired', () => {
    const hidden = models.filter((model) => !listed.has(model.id) && !isRetired(model, nowMs));
    expect(hidden.map(({ id }) => id).sort()).toEqual(unpriced);
  });

  it('writes every price as a decimal string, as the published schema requires', () => {
    for (const entry of everything) {
      expect(publicModelSchema.strict().safeParse(entry)).toMatchObject({ success: true });
      const { unit, ...prices } = entry.pricing;
      expect([entry.id, unit]).toEqual([entry.id, 'per_1m_tokens']);
      expect(Object.keys(prices)).toEqual(expect.arrayContaining(['prompt', 'completion']));
      for (const price of Object.values(prices)) expect(price).toMatch(/^\d+(\.\d+)?$/);
      for (const tier of entry.pricing_tiers ?? []) {
        const { above_prompt_tokens: above, completion, prompt } = tier;
        expect([above, prompt, completion]).toEqual([
          expect.any(Number),
          expect.stringMatching(/^0\.\d+$/),
          expect.stringMatching(/^0\.\d+$/),
        ]);
      }
    }
  });

  it('shows a price above zero for every model that its maker does not give away', () => {
    const free = everything.filter(({ pricing }) => {
      const { unit: _unit, ...prices } = pricing;
      return Object.values(prices).every((price) => Number(price) === 0);
    });
    expect(free.map(({ id }) => id)).toEqual([
      'openai/omni-moderation-latest',
      'z-ai/glm-4.5-flash',
      'z-ai/glm-4.7-flash',
    ]);
  });

  const texts = list(['text']).map(({ id }) => id);
  it.each(texts)('takes a plain chat call to %s, which it lists by default', (model) => {
    const call = aParsedCall({ body: { model } });
    expect(chooseRoute(call, aRouting(snapshot)).candidates[0].model.id).toBe(model);
  });

  it('does not list models that make only images as models of text', () => {
    const images = models.filter(({ kind }) => kind === 'image').map(({ id }) => id);
    expect(images).toContain('google/gemini-2.5-flash-image');
    expect(images.filter((id) => texts.includes(id))).toEqual([]);
    expect(list(['image']).map(({ id }) => id)).toContain('google/gemini-2.5-flash-image');
  });

  it('answers a call to a model without a price with an error that names the remedy', () => {
    const call = aParsedCall({ body: { model: 'qwen/qwen3.7-plus' } });
    expect(() => chooseRoute(call, aRouting(snapshot))).toThrow(
      expect.objectContaining({
        reason: 'model_not_priced',
        param: 'model',
        message: expect.stringContaining('GET /v1/models lists') as string,
      }) as Error,
    );
  });
});
