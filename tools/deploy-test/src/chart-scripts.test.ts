import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface BundledStore {
  readonly scripts?: { readonly folder: string; readonly files: readonly string[] };
}

const folder = 'deploy/helm/tollgate/files';
const stores = parse(readFileSync(join(folder, 'stores.yaml'), 'utf8')) as Readonly<
  Record<string, BundledStore>
>;
/** Each script with the folder of the same name as its store, where its original is. */
const scripts = Object.entries(stores).flatMap(([store, { scripts: given }]) =>
  (given?.files ?? []).map((file) => [join(folder, file), join('deploy', store, file)] as const),
);
/** Mode of a file as Git has it, which decides what a checkout writes. */
const modes = new Map(
  execFileSync('git', ['ls-files', '--stage', folder], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => [line.split('\t')[1] ?? '', line.slice(0, 6)]),
);

describe('the scripts that the Helm chart puts into ConfigMaps', () => {
  it('exist for PostgreSQL and Redis', () => {
    expect(scripts.map(([file]) => file.slice(folder.length + 1)).sort()).toEqual([
      'create-roles.sh',
      'make-acl.sh',
      'start-redis.sh',
      'user-rules.txt',
    ]);
  });

  it.each(scripts)('%s has the text of %s', (file, original) => {
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(original, 'utf8'));
  });

  it.each(scripts)('%s is a symbolic link in Git, so that it cannot differ', (file) => {
    expect(modes.get(file)).toBe('120000');
  });

  it.each(scripts)('%s has every script that it runs beside it', (file) => {
    const called = readFileSync(file, 'utf8').matchAll(/\$\(dirname "\$0"\)\/([\w.-]+)/g);
    const known = scripts.map(([each]) => each);
    for (const [, name = ''] of called) expect(known).toContain(join(folder, name));
  });
});
