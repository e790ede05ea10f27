import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Manifest = Readonly<
  Record<string, { readonly file: string; readonly name?: string; readonly imports?: string[] }>
>;

interface PageFiles {
  readonly readPageModules: (
    router: string,
    paths: readonly string[],
  ) => ReadonlyMap<string, string>;
  readonly findTexts: (manifest: Manifest, language: string) => string;
  readonly listScripts: (manifest: Manifest, modules: readonly string[]) => readonly string[];
}

const root = join(import.meta.dirname, '..', '..');

describe('the files of a page', () => {
  let files: PageFiles;
  beforeAll(async () => {
    const file = pathToFileURL(join(root, 'build', 'page-files.mjs')).href;
    files = (await import(file)) as PageFiles;
  });

  it('begin with the module that the router names for its path', () => {
    const router = readFileSync(join(root, 'src', 'app', 'router.tsx'), 'utf8');
    const text = readFileSync(join(root, 'public', 'page-paths.json'), 'utf8');
    const paths = JSON.parse(text) as string[];
    const modules = files.readPageModules(router, paths);
    expect([...modules.keys()]).toEqual(paths);
    expect(modules.get('/')).toBe('src/pages/home/home-page.tsx');
    expect(modules.get('/calls/{id}')).toBe('src/pages/calls/receipt-page.tsx');
    expect(modules.get('/orgs/{orgId}/teams')).toBe('src/pages/orgs/org-page.tsx');
    expect(modules.get('/operator/provider-keys')).toBe('src/pages/operator/operator-page.tsx');
    expect(modules.get('/operator/orgs/{orgId}')).toBe('src/pages/operator/org-page.tsx');
    expect(() => files.readPageModules(router, ['/nowhere'])).toThrow('/nowhere');
  });

  it('include what the modules import at once, and nothing that they import later', () => {
    const manifest = {
      'src/pages/keys/keys-page.tsx': { file: 'assets/keys-1.js', imports: ['_ui.js', '_api.js'] },
      '_ui.js': { file: 'assets/ui-2.js', imports: ['_api.js'] },
      '_api.js': { file: 'assets/api-3.js', imports: ['_ui.js'] },
      '_de.js': { file: 'assets/de-4.js', name: 'de' },
      'src/pages/other-page.tsx': { file: 'assets/other-5.js' },
    };
    const texts = files.findTexts(manifest, 'de');
    expect(files.listScripts(manifest, ['src/pages/keys/keys-page.tsx', texts])).toEqual([
      'assets/keys-1.js',
      'assets/ui-2.js',
      'assets/api-3.js',
      'assets/de-4.js',
    ]);
    expect(() => files.listScripts(manifest, ['src/nowhere.tsx'])).toThrow('src/nowhere.tsx');
    expect(() => files.findTexts(manifest, 'fr')).toThrow('fr');
  });
});
