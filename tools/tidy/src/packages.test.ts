import { readTracked } from './tracked-files';

interface LockEntry {
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
}

interface PackageFile {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const packageFile = JSON.parse(readTracked('package.json')) as PackageFile;
const lock = JSON.parse(readTracked('package-lock.json')) as {
  readonly packages: Readonly<Record<string, LockEntry>>;
};

describe('the packages', () => {
  it('are pinned to exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = packageFile;
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version));
    expect(loose).toEqual([]);
  });

  it('are locked without the address of a registry', () => {
    const resolved = Object.entries(lock.packages).filter(([, entry]) => entry.resolved);
    expect(resolved).toEqual([]);
  });

  it('run install scripts only where that was decided', () => {
    const withScripts = Object.entries(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript === true)
      .map(([path]) => path.split('node_modules/').at(-1) ?? '');
    const decided = Object.keys(packageFile.allowScripts);
    expect([...new Set(withScripts)].filter((name) => !decided.includes(name))).toEqual([]);
    expect(decided.filter((name) => !withScripts.includes(name))).toEqual([]);
  });
});
