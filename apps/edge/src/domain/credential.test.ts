import { readCredential, type Credential } from './credential';

function read(
  headers: { authorization?: string; cookie?: string },
  rawHeaders: string[] = [],
): Credential {
  const raw = [...Object.entries(headers).flat(), ...rawHeaders];
  return readCredential({ headers, rawHeaders: raw }, 'tollgate_session');
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
    expect(readCredential({ headers, rawHeaders: [] }, null)).toEqual({ kind: 'none' });
  });
});
