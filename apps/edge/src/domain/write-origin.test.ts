import { isFromOwnOrigin, isWriteFromOwnSite } from './write-origin';

const options = { allowedOrigins: new Set(['https://tollgate.example', 'https://app.example']) };
const host = 'tollgate.example';

describe('a write with a session cookie', () => {
  it.each([
    [{ host }, true],
    [{ host, origin: 'https://tollgate.example' }, true],
    [{ host, origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }, true],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, true],
    [{ host, 'sec-fetch-site': 'same-origin' }, true],
    [{ host, 'sec-fetch-site': 'none' }, true],
    [{ host, 'sec-fetch-site': 'same-site' }, false],
    [{ host, 'sec-fetch-site': 'cross-site' }, false],
    [{ host, origin: 'https://evil.example' }, false],
    [{ host, origin: 'null' }, false],
    [{ host, origin: 'https://tollgate.example.evil.example' }, false],
    [{ host, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ host: 'localhost', origin: 'http://localhost', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'http://undefined' }, false],
  ])('%j: %p', (headers, isAllowed) => {
    expect(isWriteFromOwnSite('POST', headers, options)).toBe(isAllowed);
  });

  it('is the only kind of request whose origin is checked', () => {
    expect(isWriteFromOwnSite('GET', { origin: 'https://evil.example' }, options)).toBe(true);
  });
});

describe('a session cookie on the API', () => {
  it.each([
    [{ host }, true],
    [{ host, origin: 'https://tollgate.example' }, true],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, true],
    [{ host, 'sec-fetch-site': 'same-origin' }, true],
    [{ host, 'sec-fetch-site': 'none' }, true],
    [{ host, 'sec-fetch-site': 'same-site' }, false],
    [{ host, 'sec-fetch-site': 'cross-site' }, false],
    [{ host, origin: 'https://tollgate.example', 'sec-fetch-site': 'cross-site' }, false],
    // May write on the site, but its pages are not of this origin.
    [{ host, origin: 'https://app.example' }, false],
    [{ host, origin: 'https://evil.example' }, false],
    [{ host, origin: 'null' }, false],
    [{ origin: 'http://undefined' }, false],
  ])('%j: %p', (headers, isRead) => {
    expect(isFromOwnOrigin(headers, { siteUrl: 'https://tollgate.example' })).toBe(isRead);
  });
});
