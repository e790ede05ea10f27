import { readCredential, type Credential } from './credential';

function read(
  headers: { authorization?: string; cookie?: string; 'x-api-key'?: string },
  rawHeaders: string[] = [],
  takesApiKeyHeader = false,
): Credential {
  const raw = [...Object.entries(headers).flat(), ...rawHeaders];
  const places = { cookieName: 'tollgate_session', takesApiKeyHeader };
  return readCredential({ headers, rawHeaders: raw }, places);
}

describe('the credential of a request', () => {
  it.each([
    [{}, { kind: 'none' }],
    [{ authorization: 'Bearer sk-tg-a' }, { kind: 'bearer', secret: 'sk-tg-a' }],
    [{ authorization: 'bearer   sk-tg-a ' }, { kind: 'bearer', secret: 'sk-tg-a' }],
    [{ authorization: 'Basic dTpw' }, { kind: 'malformed' }],
    [{ authorization: 'Bearer' }, { kind: 'malformed' }],
    [{ authorization: '' }, { kind: 'malformed' }],
    [{ authorization: "Bearer ' OR 1=1--" }, { kind: 'malformed' }],
    [{ cookie: 'a=b; tollgate_session=t' }, { kind: 'cookie', token: 't' }],
    [{ cookie: 'tollgate_session=' }, { kind: 'none' }],
    [{ cookie: 'other=t' }, { kind: 'none' }],
    [
      { authorization: 'Bearer k', cookie: 'tollgate_session=t' },
      { kind: 'bearer', secret: 'k' },
    ],
    [{ authorization: 'nonsense', cookie: 'tollgate_session=t' }, { kind: 'malformed' }],
  ])('in %j is %j', (headers, credential) => {
    expect(read(headers)).toEqual(credential);
  });

  it('is malformed when it was sent twice', () => {
    expect(read({ authorization: 'Bearer k' }, ['AUTHORIZATION', 'Bearer k'])).toEqual({
      kind: 'malformed',
    });
  });

  it('is not looked for in cookies where a route takes none', () => {
    const headers = { cookie: 'tollgate_session=t' };
    const places = { cookieName: null, takesApiKeyHeader: true };
    expect(readCredential({ headers, rawHeaders: [] }, places)).toEqual({ kind: 'none' });
  });

  it.each([
    [{ 'x-api-key': 'sk-tg-a' }, { kind: 'bearer', secret: 'sk-tg-a' }],
    [{ 'x-api-key': ' sk-tg-a ' }, { kind: 'bearer', secret: 'sk-tg-a' }],
    [{ 'x-api-key': '' }, { kind: 'malformed' }],
    [{ 'x-api-key': 'a b' }, { kind: 'malformed' }],
    [
      { authorization: 'Bearer k', 'x-api-key': 'other' },
      { kind: 'bearer', secret: 'k' },
    ],
  ])('may be an API key header where a route takes it: %j is %j', (headers, credential) => {
    expect(read(headers, [], true)).toEqual(credential);
  });

  it('is no API key header elsewhere', () => {
    expect(read({ 'x-api-key': 'sk-tg-a' })).toEqual({ kind: 'none' });
  });

  it('is malformed when the API key header was sent twice', () => {
    const twice = read({ 'x-api-key': 'sk-tg-a' }, ['X-Api-Key', 'sk-tg-b'], true);
    expect(twice).toEqual({ kind: 'malformed' });
  });
});
