import { makePageHeaders } from './page-headers';

const read = (...options: Parameters<typeof makePageHeaders>): Record<string, string> =>
  Object.fromEntries(makePageHeaders(...options));

describe('the headers of a page', () => {
  it('let a page load from its own host only, and forbid framing', () => {
    expect(read({ siteUrl: 'http://127.0.0.1:8080' })).toEqual({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy':
        "default-src 'none'; connect-src 'self'; font-src 'self'; img-src 'self';" +
        " script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self';" +
        " frame-ancestors 'none'",
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
  });

  it('add what one page needs', () => {
    const sources = { 'img-src': ['data:'], 'worker-src': ['blob:'] };
    const policy = read({ siteUrl: 'http://a', sources })['Content-Security-Policy'];
    expect(policy).toContain("img-src 'self' data:;");
    expect(policy).toContain('worker-src blob:;');
  });

  it('keep browsers on TLS where the site has it', () => {
    expect(read({ siteUrl: 'https://a' })['Strict-Transport-Security']).toBe('max-age=31536000');
  });
});
