import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { compareVersions, listReleased, listVersions } from './prepare-release';

const read = (file: string): string => readFileSync(file, 'utf8');

describe('the version', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };

  it('is the same in the lock file and in the labels of images', () => {
    expect(listVersions('package-lock.json', read('package-lock.json'))).toEqual([
      version,
      version,
    ]);
    expect(listVersions('deploy/Dockerfile', read('deploy/Dockerfile'))).toEqual([version]);
  });

  it('is that of the chart and of the images that the chart installs', () => {
    const chart = parse(read('deploy/helm/tollgate/Chart.yaml')) as Record<string, unknown>;
    expect([chart['version'], chart['appVersion']]).toEqual([version, version]);
    const values = parse(read('deploy/helm/tollgate/values.yaml')) as {
      readonly image: { readonly tag: string };
    };
    // Empty: the version of the chart.
    expect(values.image.tag).toBe('');
  });

  it('is the newest of the changelog and of the landed releases', () => {
    expect(listReleased(read('CHANGELOG.md'))[0]).toBe(version);
    const landed = readdirSync(join('tools', 'release', 'landed'))
      .map((file) => file.replace(/\.json$/, ''))
      .sort(compareVersions);
    expect(landed.at(-1)).toBe(version);
  });
});
