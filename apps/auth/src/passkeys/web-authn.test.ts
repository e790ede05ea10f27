import { getSite, readChallenge } from './web-authn';

describe('the site that passkeys belong to', () => {
  it.each([
    ['https://tollgate.example', 'https://tollgate.example', 'tollgate.example'],
    ['https://tollgate.example:8443/', 'https://tollgate.example:8443', 'tollgate.example'],
    ['http://127.0.0.1:8080', 'http://localhost:8080', 'localhost'],
    ['http://[::1]:8080', 'http://localhost:8080', 'localhost'],
  ])('is read from %s', (siteUrl, origin, rpId) => {
    expect(getSite(siteUrl)).toEqual({ origin, rpId });
  });
});

describe('the challenge of an answer', () => {
  it('is read from the data of the browser', () => {
    const data = Buffer.from('{"challenge":"abc"}').toString('base64url');
    expect(readChallenge(data)).toBe('abc');
  });

  it.each(['', 'AAAA', 'e30', 'W10', 'bnVsbA', 'eyJjaGFsbGVuZ2UiOjF9'])(
    'is undefined for %s',
    (data) => {
      expect(readChallenge(data)).toBeUndefined();
    },
  );
});
