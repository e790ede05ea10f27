import { canBeAdded, findModels, type DiscoveredModel } from './discovered-models';

const aModel = (
  upstreamModel: string,
  changes: Partial<DiscoveredModel> = {},
): DiscoveredModel => ({
  upstreamModel,
  inCatalog: false,
  priced: true,
  model: {
    id: `acme/${upstreamModel.toLowerCase()}`,
    name: upstreamModel,
    kind: 'chat',
    prices: {},
  },
  route: null,
  ...changes,
});

describe('discovered models', () => {
  it('can be added unless the catalog has them or they cannot be served', () => {
    expect(canBeAdded(aModel('Big'))).toBe(true);
    expect(canBeAdded(aModel('Big', { inCatalog: true }))).toBe(false);
    expect(canBeAdded(aModel('Big', { model: null }))).toBe(false);
  });

  it('are found by both names, in upper and lower case', () => {
    const models = [aModel('Big'), aModel('Small'), aModel('Odd', { model: null })];
    expect(findModels(models, ' BIG ')).toEqual([models[0]]);
    expect(findModels(models, 'acme/')).toEqual(models.slice(0, 2));
    expect(findModels(models, 'odd')).toEqual([models[2]]);
    expect(findModels(models, '')).toEqual(models);
  });
});
