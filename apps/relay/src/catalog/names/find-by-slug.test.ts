import { aModel, aSnapshot } from '../../../test/support/build-calls';
import type { FreeTier } from '../tiers';
import { findBySlug } from './find-by-slug';
import { readSlugMap } from './name-index';

const nowMs = Date.parse('2026-06-15T12:00:00Z');
const freeTier: FreeTier = {
  model: 'acme/small',
  enabled: true,
  rpm: 10,
  dailyUnits: 150,
  fundedMultiplier: 3,
  unitTokens: 8_192,
};
const models = [
  'acme/small',
  'anthropic/claude-sonnet-4.5',
  'a/b-c',
  'a-b/c',
  'openai/gpt-4o',
  'groq/openai/gpt-oss-20b',
].map((id) => aModel({ id }));
const gone = aModel({
  id: 'acme/gone',
  deprecationDate: '2026-06-15',
  successor: 'acme/small',
});
const snapshot = {
  ...aSnapshot([...models, gone], {}, { fast: 'acme/small', 'openrouter/auto': 'auto' }),
  freeTiers: new Map([['acme/small', freeTier]]),
};

describe('the model of a URL slug', () => {
  it.each([
    ['acme-small', 'acme/small'],
    ['acme/small', 'acme/small'],
    ['ACME/Small', 'acme/small'],
    ['anthropic-claude-sonnet-4.5', 'anthropic/claude-sonnet-4.5'],
    ['anthropic-claude-sonnet-4-5', 'anthropic/claude-sonnet-4.5'],
    ['anthropic/claude-sonnet-4-5-20250929', 'anthropic/claude-sonnet-4.5'],
    ['gpt-4o', 'openai/gpt-4o'],
    ['groq-openai-gpt-oss-20b', 'groq/openai/gpt-oss-20b'],
    ['fast', 'acme/small'],
    ['a-b-c', 'a-b/c'],
    ['a/b-c', 'a/b-c'],
  ])('%s is %s', (slug, id) => {
    expect(findBySlug(slug, snapshot, nowMs)).toMatchObject({ model: { id }, isFree: false });
  });

  it.each(['acme-small:free', 'acme/small:free'])('%s is its free tier', (slug) => {
    expect(findBySlug(slug, snapshot, nowMs)).toMatchObject({
      model: { id: 'acme/small' },
      isFree: true,
    });
  });

  it.each(['nothing', 'acme/nothing', 'auto', 'openrouter/auto', 'openai/gpt-4o:free', ''])(
    '"%s" is none',
    (slug) => {
      expect(() => findBySlug(slug, snapshot, nowMs)).toThrow(/not found/);
    },
  );

  it.each(['acme-gone', 'acme/gone'])('%s was retired', (slug) => {
    expect(() => findBySlug(slug, snapshot, nowMs)).toThrow('was retired on 2026-06-15');
    expect(findBySlug(slug, snapshot, nowMs - 86_400_000).model.id).toBe('acme/gone');
  });

  it('reports models that share a slug', () => {
    expect(readSlugMap(snapshot).collisions).toEqual([
      { slug: 'a-b-c', kept: 'a-b/c', lost: 'a/b-c' },
    ]);
  });
});
