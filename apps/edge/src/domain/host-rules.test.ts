import { createHostRules } from './host-rules';

const isAnswered = createHostRules({
  siteUrl: 'https://tollgate.example',
  baseUrl: 'https://API.tollgate.example:8443',
  legacyUrl: 'http://old.example',
});

const site = 'tollgate.example';
const base = 'api.tollgate.example:8443';
const legacy = 'old.example';

describe('strict hosts', () => {
  it.each([
    ['/v1/models', [base]],
    ['/v1/models/?a=/api/v1', [base]],
    ['/v1', [base]],
    ['/v1/openapi.json', [base]],
    ['/api/v1/models', [legacy]],
    ['/api/v1?x', [legacy]],
    ['/api/v1/', [legacy]],
    ['/api/account', [site]],
    ['/api/v10/models', [site]],
    ['/v10', [site]],
    ['/docs', [site]],
    ['/docs/errors', [site]],
    ['/nothing', [site]],
    ['/', [site, base, legacy]],
    ['/?a', [site, base, legacy]],
    ['/openapi.json', [site, base, legacy]],
    ['/healthz', [site, base, legacy, '10.0.0.1:8080', 'other.example']],
    ['/readyz/', [site, base, legacy, '10.0.0.1:8080', 'other.example']],
  ])('%s is answered on %j alone', (url, hosts) => {
    const candidates = [site, base, legacy, '10.0.0.1:8080', 'other.example'];
    expect(candidates.filter((host) => isAnswered(host, url))).toEqual(hosts);
  });

  it('compare names without case, and ports as they are written', () => {
    expect(isAnswered('Tollgate.Example', '/api/account')).toBe(true);
    expect(isAnswered('tollgate.example:443', '/api/account')).toBe(false);
    expect(isAnswered('api.tollgate.example', '/v1/models')).toBe(false);
    expect(isAnswered('tollgate.example.', '/api/account')).toBe(false);
    expect(isAnswered(undefined, '/api/account')).toBe(false);
    expect(isAnswered(undefined, '/healthz')).toBe(true);
  });
});
