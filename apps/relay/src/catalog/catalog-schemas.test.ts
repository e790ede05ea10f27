import {
  createModelSchema,
  createProviderKeySchema,
  createRouteSchema,
  patchRouteSchema,
} from './catalog-schemas';

const model = { name: 'Chat', kind: 'chat', prices: {} };
const route = { pattern: 'acme/chat', providerKeyId: 'pkey_1' };

describe('the id of a model', () => {
  it.each(['openai/gpt-4o', 'acme/team/chat', '~x/a', 'a.b/c:free', 'meta/llama@2'])(
    'may be %s',
    (id) => {
      expect(createModelSchema.safeParse({ id, ...model }).success).toBe(true);
      expect(createRouteSchema.safeParse({ ...route, pattern: id }).success).toBe(true);
    },
  );

  it.each([
    '_v8a//',
    'a/',
    'a//b',
    '/a',
    'a/b/',
    'a/../b',
    '../a',
    'a/_b',
    'a',
    'A/b',
    'a/b\n',
    'a/b c',
  ])('must not be %j', (id) => {
    expect(createModelSchema.safeParse({ id, ...model }).success).toBe(false);
    expect(createRouteSchema.safeParse({ ...route, pattern: id }).success).toBe(false);
  });

  it.each(['*', 'acme/*'])('may be the wildcard %s in a route', (pattern) => {
    expect(createRouteSchema.safeParse({ ...route, pattern }).success).toBe(true);
  });
});

describe('names that are sent to a provider', () => {
  it.each(['gpt-4o\u0000', 'gpt\n4o', 'gpt 4o', '\u202egpt', ''])(
    'refuse %j as an upstream model',
    (upstreamModel) => {
      expect(createRouteSchema.safeParse({ ...route, upstreamModel }).success).toBe(false);
      expect(patchRouteSchema.safeParse({ upstreamModel }).success).toBe(false);
    },
  );

  it('refuse control characters in a header of a provider key', () => {
    const key = {
      provider: 'acme',
      apiKey: 'sk',
      baseUrl: 'https://a.example',
      protocol: 'openai',
    };
    const parse = (value: string) =>
      createProviderKeySchema.safeParse({ ...key, headers: { 'x-team': value } }).success;
    expect(parse('red team')).toBe(true);
    expect(parse('red\r\nx-other: 1')).toBe(false);
  });

  it('refuse control characters in the name of a model', () => {
    const named = { id: 'a/b', ...model, name: 'Chat\u0007' };
    expect(createModelSchema.safeParse(named).success).toBe(false);
  });
});
