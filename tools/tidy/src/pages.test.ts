import { findMissingPaths } from './find-missing-paths';
import { collectWords, findMissingSymbols } from './find-missing-symbols';
import { listAllTracked, listTrackedFiles, readTracked } from './tracked-files';

describe('every page', () => {
  it('names only files and folders that exist', () => {
    const files = listAllTracked();
    const faults = listTrackedFiles(/\.md$/)
      .map((page) => ({ page, missing: findMissingPaths(page, readTracked(page), files) }))
      .filter(({ missing }) => missing.length > 0);
    expect(faults).toEqual([]);
  });

  it('names only symbols that exist', () => {
    const sources = /\.(ts|mjs|sql|proto|json|ya?ml|lua)$|Dockerfile$|\.env\.example$/;
    const words = collectWords(
      listAllTracked()
        .filter((file) => sources.test(file))
        .map(readTracked),
    );
    const faults = listTrackedFiles(/\.md$/)
      .map((page) => ({ page, missing: findMissingSymbols(readTracked(page), words) }))
      .filter(({ missing }) => missing.length > 0);
    expect(faults).toEqual([]);
  });
});

describe('the search for missing symbols', () => {
  const words = collectWords([
    'export function chooseRoute() {}',
    'class SpendCounters { forget() {} }',
  ]);

  it('finds names that occur in no source', () => {
    const text =
      '`chooseRoute` `chooseWay` `SpendCounters.forget` `SpendBooks.forget` `closeAll()`';
    expect(findMissingSymbols(text, words)).toEqual([
      'chooseWay',
      'SpendBooks.forget',
      'closeAll()',
    ]);
  });

  it('leaves words, paths, commands and code blocks alone', () => {
    expect(
      findMissingSymbols('`main` `a/bC.ts` `npm run buildAll`\n```\n`goneFor`\n```\n', words),
    ).toEqual([]);
  });
});

describe('the search for missing paths', () => {
  const files = ['apps/a/src/domain/b.ts', 'docs/c.md', 'README.md'];
  const find = (page: string, text: string): string[] => findMissingPaths(page, text, files);

  it('finds what is not there', () => {
    const text = '`apps/a/src/gone.ts`, `apps/x`, `lost.ts`, [d](d.md), [e](../apps/y)';
    expect(find('docs/c.md', text)).toEqual([
      'apps/a/src/gone.ts',
      'apps/x',
      'lost.ts',
      'd.md',
      '../apps/y',
    ]);
  });

  it('knows files, folders, names and places inside an app', () => {
    expect(
      find('docs/c.md', '`apps/a/src/domain/b.ts` `apps/a` `b.ts` [r](../README.md#x)'),
    ).toEqual([]);
    expect(find('apps/a/README.md', '`domain/b.ts`, `src/domain/b.ts`')).toEqual([]);
    expect(find('apps/a/README.md', '`routes/b.ts`')).toEqual(['routes/b.ts']);
  });

  it('leaves patterns, placeholders and code blocks alone', () => {
    const text =
      '`apps/<name>/src` `apps/*/x.ts` `*.test.ts`\n```sh\ncat apps/none\n`apps/none`\n```\n';
    expect(find('docs/c.md', text)).toEqual([]);
  });
});
