import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { loadConsole } from '../../src/console/load-console';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const html = 'text/html,application/xhtml+xml';
const script = 'console.log("built");';
const session = 'tollgate_session=anything';

/** A folder as the console's build leaves it. */
function makeBuild(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-console-'));
  mkdirSync(join(directory, 'assets'));
  const pages = [
    makePage(directory, { path: '/', name: 'home' }),
    makePage(directory, { path: '/keys', name: 'keys' }),
    makePage(directory, { path: '/calls/{id}', name: 'calls.id' }),
    makePage(directory, { path: '/sign-in', name: 'sign-in', isOpen: true }),
    makePage(directory, { path: '/sign-up', name: 'sign-up', isOpen: true }),
  ];
  writeFileSync(join(directory, 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Tollgate</title>');
  writeFileSync(join(directory, 'assets', 'index-abc.js'), script);
  writeFileSync(join(directory, 'assets', 'index-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(directory, 'assets', 'gate-abc.svg'), '<svg/>');
  return directory;
}

/** A file for each language, and the entry that names them. */
function makePage(
  directory: string,
  { isOpen = false, name, path }: { path: string; name: string; isOpen?: boolean },
): object {
  const write = (language: string, title: string): string => {
    const file = `pages/${language}/${title}.html`;
    mkdirSync(join(directory, 'pages', language), { recursive: true });
    writeFileSync(join(directory, file), `<html lang="${language}"><title>${title}</title>`);
    return file;
  };
  const writeAll = (title: string): object => ({ en: write('en', title), de: write('de', title) });
  return { path, isOpen, files: writeAll(name), filteredFiles: writeAll(`${name}.filtered`) };
}

describe('the edge with a console', () => {
  let directory: string;
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    directory = makeBuild();
    edge = await startEdge({ console: loadConsole(directory) });
  });
  afterAll(async () => {
    await edge.stop();
    rmSync(directory, { recursive: true });
  });

  it.each([
    ['/', 'home'],
    ['/keys', 'keys'],
    ['/calls/gen-1', 'calls.id'],
    ['/sign-in', 'sign-in'],
  ])('serves to a browser with a session at %s the file %s', async (path, name) => {
    const answer = await edge.send('get', path).set('accept', html).set('cookie', session);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain(`<title>${name}</title>`);
  });

  it.each([
    ['/keys', 'sign-in'],
    ['/calls/gen-1', 'sign-in'],
    ['/sign-in', 'sign-in'],
    ['/sign-up', 'sign-up'],
  ])('serves to a browser without a session at %s the file %s', async (path, name) => {
    const answer = await edge.send('get', path).set('accept', html);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`<title>${name}</title>`);
  });

  it.each([
    ['/keys?find=a', session, 'keys.filtered'],
    ['/sign-in?next=%2Fkeys', '', 'sign-in.filtered'],
    ['/keys?find=a', '', 'sign-in.filtered'],
  ])('serves at %s with the cookie "%s" the file %s', async (path, cookie, name) => {
    const answer = await edge.send('get', path).set('accept', html).set('cookie', cookie);
    expect(answer.text).toContain(`<title>${name}</title>`);
  });

  it.each([
    ['en', '', 'en-US,en;q=0.9,de;q=0.8'],
    ['de', '', 'fr,de;q=0.9,en;q=0.8'],
    ['de', '; console_language=de', 'en'],
    ['en', '; console_language=en', 'de'],
  ])('serves pages in %s for the cookie "%s" and %s', async (language, cookie, accepted) => {
    const answer = await edge
      .send('get', '/keys')
      .set('accept', html)
      .set('accept-language', accepted)
      .set('cookie', `${session}${cookie}`);
    expect(answer.text).toBe(`<html lang="${language}"><title>keys</title>`);
  });

  it('keeps caches from giving a page to a viewer with other cookies or languages', async () => {
    const answer = await edge.send('get', '/keys').set('accept', html).set('cookie', session);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers['vary']).toBe('Accept-Encoding, Accept-Language, Cookie');
    const signIn = await edge
      .send('get', '/keys')
      .set('accept', html)
      .set('if-none-match', String(answer.headers['etag']));
    expect(signIn.status).toBe(200);
    expect(signIn.text).toContain('<title>sign-in</title>');
  });

  it('protects the page by a policy without inline scripts and with trusted types', async () => {
    const answer = await edge.send('get', '/keys').set('accept', html);
    const policy = answer.headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("media-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers['x-frame-options']).toBe('DENY');
  });

  it('answers / with JSON to clients that do not ask for HTML', async () => {
    const answer = await edge.send('get', '/').set('accept', '*/*');
    expect(answer.body).toMatchObject({ status: 'ok' });
  });

  it.each(['/nowhere', '/calls', '/v1/nowhere', '/api/nowhere', '/assets/nowhere.js'])(
    'answers 404 as JSON for %s, even to a browser',
    async (path) => {
      const answer = await edge.send('get', path).set('accept', html);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ error: { code: 404 } });
    },
  );

  it.each([
    '/assets/../index.html',
    '/assets/%2e%2e/pages.json',
    '/pages.json',
    '/pages/en/keys.html',
  ])('serves no other file of the build at %s', async (path) => {
    const answer = await edge.send('get', path).set('accept', html);
    expect(answer.status).toBe(404);
  });

  it('serves assets for a year, compressed for browsers that take brotli', async () => {
    const compressed = await fetch(`${edge.baseUrl}/assets/index-abc.js`, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(await compressed.text()).toBe(script);
    const plain = await edge.send('get', '/assets/index-abc.js').set('accept-encoding', 'gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toBe('Accept-Encoding');
  });

  it('answers 304 to a browser that has the file', async () => {
    const { headers } = await edge.send('get', '/keys').set('accept', html);
    const again = await edge
      .send('get', '/keys')
      .set('accept', html)
      .set('if-none-match', String(headers['etag']));
    expect(again.status).toBe(304);
  });

  it('refuses to write to a page', async () => {
    const answer = await edge.send('post', '/keys').set('accept', html);
    expect(answer.status).toBe(404);
  });

  it('counts neither pages nor assets against the limit of an address', async () => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 700; sent++) {
      statuses.add((await edge.send('head', '/assets/gate-abc.svg')).status);
    }
    expect([...statuses]).toEqual([200]);
  });
});

describe('the edge without a console', () => {
  it('serves the API alone', async () => {
    expect(loadConsole(join(tmpdir(), 'tollgate-no-console'))).toBeUndefined();
    const edge = await startEdge();
    try {
      const answer = await edge.send('get', '/keys').set('accept', html);
      expect(answer.status).toBe(404);
    } finally {
      await edge.stop();
    }
  });
});
