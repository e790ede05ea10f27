import type { Route } from './route';
import { createRouteMatcher } from './route-matcher';

function makeRoute(method: Route['method'], path: string): Route {
  return { method, path, access: [], owner: 'relay', bucket: null };
}

const match = createRouteMatcher([
  makeRoute('POST', '/v1/chat/completions'),
  makeRoute('GET', '/v1/models'),
  makeRoute('GET', '/v1/models/{slug}'),
  { ...makeRoute('GET', '/v1/models/{provider}/{model}'), takesMoreSegments: true },
  { ...makeRoute('GET', '/v1/models/{id}/prices'), takesMoreSegments: true },
  makeRoute('GET', '/v1/models/special'),
  makeRoute('GET', '/v1/{kind}/featured'),
  makeRoute('PATCH', '/v1/models/{slug}'),
  makeRoute('DELETE', '/v1/keys/{id}'),
]);

describe('the route matcher', () => {
  it.each([
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/models', '/v1/models'],
    ['/v1/models/x', '/v1/models/{slug}'],
    ['/v1/models/acme%2Fchat', '/v1/models/{slug}'],
    ['/v1/models/acme/chat', '/v1/models/{provider}/{model}'],
    ['/v1/models/acme/chat/prices', '/v1/models/{id}/prices'],
    ['/v1/models/acme-chat/prices', '/v1/models/{id}/prices'],
    ['/v1/models/acme%2Fchat/prices', '/v1/models/{id}/prices'],
    ['/v1/models/acme/team/chat:free/prices', '/v1/models/{id}/prices'],
    ['/v1/models/acme/prices/prices', '/v1/models/{id}/prices'],
    ['/v1/models/a/b/c/d/e/f/prices', '/v1/models/{id}/prices'],
    ['/v1/models/prices', '/v1/models/{slug}'],
    ['/v1/models/acme%2Fprices', '/v1/models/{slug}'],
    ['/v1/models/acme/prices/chat', '/v1/models/{provider}/{model}'],
    ['/v1/models/acme/chat/Prices', '/v1/models/{provider}/{model}'],
    ['/v1/models/acme/chat/prices%2F', '/v1/models/{provider}/{model}'],
    ['/v1/models/acme/team/chat', '/v1/models/{provider}/{model}'],
    ['/v1/models/a/b/c/d/e/f/g', '/v1/models/{provider}/{model}'],
    ['/v1/models/special', '/v1/models/special'],
    ['/v1/models/featured', '/v1/models/{slug}'],
    ['/v1/tools/featured', '/v1/{kind}/featured'],
  ])('finds %s under %s', (path, pattern) => {
    expect(match(path)?.byMethod.get('GET')?.path ?? match(path)?.byMethod.get('POST')?.path).toBe(
      pattern,
    );
  });

  it.each([
    '',
    '/',
    '/v1',
    '/v1/models//chat',
    '/v1/models/',
    '//v1/models',
    '/v1/models/a//c',
    '/v1/models/a/b/',
    '/v1/models/a/b/c/d/e/f/g/h',
    '/v1/models//prices',
    '/v1/models/a//prices',
    '/v1/models/a/b//prices',
    '/v1/models/a/b/prices/',
    '/v1/models/a/b/c/d/e/f/g/prices',
    '/v1/other/a/b/prices',
    '/v1/keys/a/b',
    '/V1/models',
    '/v1/keys',
    'http://host/v1/models',
    '/constructor',
  ])('does not know %p', (path) => {
    expect(match(path)).toBeUndefined();
  });

  it('lists the methods of a path, with HEAD wherever there is GET', () => {
    expect(match('/v1/models/x')?.allow).toBe('GET, PATCH, HEAD');
    expect(match('/v1/chat/completions')?.allow).toBe('POST');
    expect(match('/v1/models')?.byMethod.get('HEAD')?.path).toBe('/v1/models');
  });

  it('refuses a table that lists a route twice', () => {
    expect(() =>
      createRouteMatcher([makeRoute('GET', '/v1/models'), makeRoute('GET', '/v1/models')]),
    ).toThrow('GET /v1/models is listed twice');
  });
});
