import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
}
type Contents = Readonly<Record<string, unknown>> | undefined;

interface LicenseCheck {
  readonly findLicenseFaults: (
    lock: { readonly packages: Readonly<Record<string, Locked>> },
    readPackage: (folder: string) => Contents,
  ) => { readonly count: number; readonly faults: readonly string[] };
}

describe('the licenses of the production tree', () => {
  let check: LicenseCheck;
  beforeAll(async () => {
    const file = resolve(join('tools', 'check', 'find-license-faults.mjs'));
    check = (await import(pathToFileURL(file).href)) as LicenseCheck;
  });

  const find = (locked: Omit<Locked, 'version'>, contents: Contents) => {
    const packages = { '': { version: '0' }, 'node_modules/@a/b': { version: '1.0.0', ...locked } };
    return check.findLicenseFaults({ packages }, () => contents).faults;
  };
  const refused = (what: string): string[] => [
    `@a/b 1.0.0 has ${what}, which tools/build/make-sbom.mjs does not allow`,
  ];

  it('are allowed where they let us ship a package, also in the older form', () => {
    expect(find({}, { license: 'MIT' })).toEqual([]);
    expect(find({}, { license: '(GPL-3.0 OR Apache-2.0)' })).toEqual([]);
    expect(find({}, { licenses: [{ type: 'MIT' }] })).toEqual([]);
  });

  it('are refused where they do not allow shipping, and so is a package without one', () => {
    expect(find({ license: 'MIT' }, { license: 'GPL-3.0' })).toEqual(
      refused('the license GPL-3.0'),
    );
    expect(find({}, {})).toEqual(refused('no license'));
  });

  it('are read from the lock file for packages of another platform', () => {
    expect(find({ license: 'MIT' }, undefined)).toEqual([]);
    expect(find({ license: 'AGPL-3.0' }, undefined)).toEqual(refused('the license AGPL-3.0'));
  });

  it('do not matter for packages of development', () => {
    expect(find({ dev: true }, { license: 'GPL-3.0' })).toEqual([]);
  });
});
