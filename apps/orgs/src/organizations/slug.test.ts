import { makeSlug, slugPattern } from './slug';

const ulid = '01J9ZK3V5X7Y8W9T0R1S2ABCDE';

describe('the slug of an organization', () => {
  it.each([
    ['Acme, Inc.', 'acme-inc-2abcde'],
    ['Über Größe', 'uber-gro-e-2abcde'],
    ['研究所', 'org-2abcde'],
    ['a'.repeat(99), `${'a'.repeat(40)}-2abcde`],
  ])('of %p is %p', (name, slug) => {
    expect(makeSlug(name, ulid)).toBe(slug);
    expect(slug).toMatch(slugPattern);
  });
});
