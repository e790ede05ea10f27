import type { CatalogModel } from '../../api/generated/types.gen';
import { describeRest, readDocument, readModel, shownPrices } from './model-document';

const model: CatalogModel = {
  id: 'acme/chat',
  name: 'Acme Chat',
  kind: 'chat',
  contextLength: 128_000,
  prices: { prompt: '2.5', completion: '10', web: '0.01' },
  tiers: [{ abovePromptTokens: 200_000, prompt: '5', completion: '15' }],
  enabled: true,
  priceVersion: 3,
  hidden: false,
  createdAt: '2026-11-16T08:00:00.000Z',
  updatedAt: '2026-11-16T08:00:00.000Z',
};

function fillForm(document: ReturnType<typeof readDocument>) {
  const prices = Object.fromEntries(
    shownPrices.map((name) => [`prices.${name}`, document.prices[name] ?? '']),
  ) as Record<`prices.${(typeof shownPrices)[number]}`, string>;
  return {
    ...prices,
    id: document.id,
    name: document.name,
    kind: document.kind,
    contextLength: String(document.contextLength ?? ''),
    maxCompletionTokens: String(document.maxCompletionTokens ?? ''),
    enabled: document.enabled === false ? '' : 'on',
    rest: describeRest(document),
  };
}

describe('the form of a model', () => {
  it('keeps every field of a model that it does not show', () => {
    const document = readDocument(model);
    expect(Object.keys(document)).not.toContain('priceVersion');
    expect(readModel(fillForm(document))).toEqual(document);
  });

  it('leaves out what is empty', () => {
    const values = fillForm(readDocument({ ...model, prices: { prompt: '1' }, tiers: [] }));
    expect(readModel({ ...values, contextLength: '', rest: '' })).toEqual({
      id: 'acme/chat',
      name: 'Acme Chat',
      kind: 'chat',
      enabled: true,
      prices: { prompt: '1' },
    });
  });
});
