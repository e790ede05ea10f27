import { joinLastSegments, readRequestPath } from './request-path';

describe('the path of a request', () => {
  it.each([
    ['/v1/models', '/v1/models', '/v1/models', true],
    ['/v1/models/', '/v1/models', '/v1/models', true],
    ['/v1/models/?a=1', '/v1/models', '/v1/models?a=1', true],
    ['/api/v1/models?a=/', '/v1/models', '/v1/models?a=/', true],
    ['/api/v1/', '/v1', '/v1', true],
    ['/api/v1', '/api/v1', '/api/v1', true],
    ['/v1', '/v1', '/v1', true],
    ['/', '/', '/', false],
    ['/?a', '/', '/?a', false],
    ['/api/account', '/api/account', '/api/account', false],
    ['/api/edu/verify', '/api/edu/verify', '/api/edu/verify', true],
    ['/api/education', '/api/education', '/api/education', false],
    ['/v10/models', '/v10/models', '/v10/models', false],
    ['/api/v1x/models', '/api/v1x/models', '/api/v1x/models', false],
  ])('%s', (url, path, ownerUrl, isApi) => {
    expect(readRequestPath(url)).toEqual({ path, url: ownerUrl, isApi });
  });
});

describe('the last parameter of a route', () => {
  const route = '/v1/models/{provider}/{model}';
  it.each([
    ['/v1/models/a/b', '/v1/models/a/b', '/v1/models/a/b'],
    ['/v1/models/a/b/c', '/v1/models/a/b%2Fc', '/v1/models/a/b%2Fc'],
    ['/api/v1/models/a/b/c/d/?x=/y', '/v1/models/a/b%2Fc%2Fd', '/v1/models/a/b%2Fc%2Fd?x=/y'],
  ])('takes the rest of %s', (url, path, ownerUrl) => {
    const joined = joinLastSegments(readRequestPath(url), route);
    expect(joined).toEqual({ path, url: ownerUrl, isApi: true });
  });

  it.each([
    ['/v1/models/a/prices', '/v1/models/a/prices', '/v1/models/a/prices'],
    ['/v1/models/a/b/prices', '/v1/models/a%2Fb/prices', '/v1/models/a%2Fb/prices'],
    ['/v1/models/a/prices/prices', '/v1/models/a%2Fprices/prices', '/v1/models/a%2Fprices/prices'],
    [
      '/api/v1/models/a/b/c/prices/?x=/y',
      '/v1/models/a%2Fb%2Fc/prices',
      '/v1/models/a%2Fb%2Fc/prices?x=/y',
    ],
  ])('takes the middle of %s before a fixed ending', (url, path, ownerUrl) => {
    const joined = joinLastSegments(readRequestPath(url), '/v1/models/{id}/prices');
    expect(joined).toEqual({ path, url: ownerUrl, isApi: true });
  });
});
