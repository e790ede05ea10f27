import { basename, dirname } from 'node:path';
import { listTrackedFiles, readTracked } from './tracked-files';

const readme = 'README.md';
const fixtures = listTrackedFiles().filter((file) => basename(dirname(file)) === '__fixtures__');
const folders = [...new Set(fixtures.map((file) => dirname(file)))];

/** Recordings say so, because only they prove what a provider really sends. */
const origin = /^Origin: (?:written by hand in the shape of this API|recorded on \d{4}-\d\d-\d\d)/m;

describe('a folder of fixtures', () => {
  it('is one of several', () => {
    expect(folders.length).toBeGreaterThanOrEqual(12);
  });

  it.each(folders)('says of which API its files are and where they are from: %s', (folder) => {
    const text = readReadme(folder);
    expect(text).toMatch(/^API: .+\(\[reference\]\(https:\/\/\S+\)\)\.$/m);
    expect(text).toMatch(origin);
  });

  it.each(folders)('describes each of its files once, and no others: %s', (folder) => {
    const files = fixtures
      .filter((file) => dirname(file) === folder && basename(file) !== readme)
      .map((file) => basename(file));
    const described = [...readReadme(folder).matchAll(/^\|([^|]+)\|[^|]+\|$/gm)].flatMap(
      ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    expect(described.toSorted()).toEqual(files.toSorted());
  });
});

function readReadme(folder: string): string {
  return readTracked(`${folder}/${readme}`);
}
