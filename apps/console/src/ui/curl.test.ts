import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseCredential, makeCurl } from './curl';

interface Operation {
  /** Empty: no credential is needed. */
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

const pages = join(import.meta.dirname, '..', 'pages');
const { paths } = JSON.parse(
  readFileSync(join(pages, '../../../edge/assets/openapi.json'), 'utf8'),
) as { readonly paths: Readonly<Record<string, Partial<Record<'get' | 'post', Operation>>>> };
const documented = new Map(Object.entries(paths).map(([path, item]) => [normalize(path), item]));

/** `{orgId}` of the document and `${orgId}` of the code are the same parameter. */
function normalize(path: string): string {
  return path.replaceAll(/\$?\{[^}]*\}/g, '{}');
}

/** These are given the path by each of their users; limit-desk.test.ts checks those of limits. */
const withoutPath = [
  join('operator', 'operator-list.tsx'),
  join('orgs', 'limits-dialog.tsx'),
  join('orgs', 'limits-section.tsx'),
  join('usage', 'week-card.tsx'),
];

/** The paths of all curl links, as the code of the pages names them. */
const links = readdirSync(pages, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !withoutPath.includes(name))
  .flatMap((name) => {
    const code = readFileSync(join(pages, name), 'utf8');
    const attributes = code.matchAll(/<CurlLink\s+path=(.*)|\bcurl=(["{][`"/].*)/g);
    return [...attributes].map(([whole, path, curl]): [string, string, readonly string[]] => {
      const text = (path ?? curl ?? '').replace(/\bquery=.*/, '');
      const found = [...text.matchAll(/["'`](\/[^"'`]+)["'`]/g)].map(([, url = '']) => url);
      return [name, whole, found];
    });
  });

describe('the curl link of a page', () => {
  it('is found in the code', () => {
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter(([, , found]) => found.length === 0)).toEqual([]);
  });

  it.each(links)('names a path of the API and its credential: %s %s', (_name, whole, found) => {
    for (const path of found) {
      const operation = documented.get(normalize(path))?.[/\bpost=/.test(whole) ? 'post' : 'get'];
      expect([path, operation !== undefined]).toEqual([path, true]);
      const accepted = operation?.security.flatMap((choice) => Object.keys(choice)) ?? [];
      const isAccepted = accepted.length === 0 || accepted.includes(chooseCredential(path));
      expect([path, accepted, isAccepted]).toEqual([path, accepted, true]);
    }
  });
});

describe('a curl command', () => {
  it('has the parameters that are set, and a variable for the secret', () => {
    const query = { limit: 50, from: 'a b', to: undefined };
    expect(makeCurl('https://a.example', { path: '/api/calls', query })).toBe(
      `curl -H "Authorization: Bearer $TOLLGATE_KEY" 'https://a.example/api/calls?limit=50&from=a%20b'`,
    );
  });

  it('sends a session cookie where keys are refused', () => {
    const call = { path: '/api/billing/ledger', query: {} };
    expect(makeCurl('http://a.example', call)).toBe(
      `curl -b "tollgate_session=$TOLLGATE_SESSION" 'http://a.example/api/billing/ledger'`,
    );
    expect(makeCurl('https://a.example', call)).toContain('-b "__Host-tollgate_session=');
  });

  it('is one command of a shell whatever its parameters and its body contain', () => {
    const call = {
      path: '/v1/chat/completions',
      query: { search: "it's; $(id)" },
      post: { text: "it's" },
    };
    const command = makeCurl('https://a.example', call).replace(/^curl /, 'printf "%s\\n" ');
    const words = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).split('\n');
    expect(words).toContain('{"text":"it\'s"}');
    const url = new URL(words.find((word) => word.startsWith('https:')) ?? '');
    expect(url.searchParams.get('search')).toBe("it's; $(id)");
  });

  it('sends a body', () => {
    const call = { path: '/api/admin/ledger/verify', query: {}, post: {} };
    expect(makeCurl('http://a', call)).toContain(` -d '{}' 'http://a/api/admin/ledger/verify'`);
  });
});
