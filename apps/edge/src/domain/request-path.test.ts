import { readRequestPath } from './request-path';

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
