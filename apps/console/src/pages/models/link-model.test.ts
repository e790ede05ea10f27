import { findModelId, linkModel } from './link-model';

describe('the link to a model', () => {
  it('splits an id at the first slash', () => {
    expect(linkModel('acme/large/v2').params).toEqual({ author: 'acme', slug: 'large/v2' });
  });

  it.each([
    ['acme/large', 'acme/large'],
    ['acme/large:free', 'acme/large'],
    ['acme/large:nitro:online', 'acme/large'],
    ['acme/large:2024', 'acme/large:2024'],
    ['gpt-4o', undefined],
    ['auto:free', undefined],
  ])('of what a request called %s is %s', (name, id) => {
    expect(findModelId(name)).toBe(id);
  });
});
