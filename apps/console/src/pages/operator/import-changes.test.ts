import { listPriceChanges, readImport } from './import-changes';

describe('an import of models', () => {
  it('is an array, or an object with the models', () => {
    expect(readImport('[{"id":"acme/a"}]')).toEqual([{ id: 'acme/a' }]);
    expect(readImport('{"models":[{"id":"acme/a"}]}')).toEqual([{ id: 'acme/a' }]);
    for (const text of ['{}', '[]', '{"models":1}', 'null', 'models']) {
      expect(() => readImport(text)).toThrow(expect.objectContaining({ param: 'models' }));
    }
  });

  it('lists the prices that differ, old and new', () => {
    const changes = listPriceChanges({
      id: 'acme/a',
      outcome: 'updated',
      fields: ['prices', 'tiers'],
      before: { prices: { prompt: '1', completion: '2', web: null } },
      after: {
        prices: { prompt: '1', completion: '3', image: '0.04' },
        tiers: [{ abovePromptTokens: 9, prompt: '2', completion: '4' }],
      },
    });
    expect(changes).toEqual([
      { name: 'completion', before: '2', after: '3' },
      { name: 'image', before: '–', after: '0.04' },
      {
        name: 'tiers',
        before: '–',
        after: '[{"abovePromptTokens":9,"prompt":"2","completion":"4"}]',
      },
    ]);
  });
});
