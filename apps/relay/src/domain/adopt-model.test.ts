import { adoptModel } from './adopt-model';

describe('the model of a request that names only fallbacks', () => {
  it.each([
    [
      { models: ['a/b', 'c/d'], x: 1 },
      { models: ['a/b', 'c/d'], x: 1, model: 'a/b' },
    ],
    [
      { model: null, models: ['a/b'] },
      { model: 'a/b', models: ['a/b'] },
    ],
  ])('of %j is the first', (body, expected) => {
    const adopted = adoptModel({ body, bodyText: JSON.stringify(body) });
    expect(adopted.body).toEqual(expected);
    expect(JSON.parse(adopted.bodyText)).toEqual(expected);
  });

  it.each([[{ model: 'a/b', models: ['c/d'] }], [{ models: [] }], [{ models: [1] }], [{}]])(
    'is not made up for %j',
    (body) => {
      const raw = { body, bodyText: JSON.stringify(body) };
      expect(adoptModel<typeof raw>(raw)).toBe(raw);
    },
  );
});
