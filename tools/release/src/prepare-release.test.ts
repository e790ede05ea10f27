import { listReleased, listVersions, prepareRelease, ReleaseError } from './prepare-release';

const files = {
  'package.json': '{\n  "name": "tollgate",\n  "version": "0.1.0"\n}\n',
  'package-lock.json':
    '{\n  "version": "0.1.0",\n  "packages": {\n    "": {\n      "version": "0.1.0"\n    },\n' +
    '    "node_modules/a": {\n      "version": "0.1.0"\n    }\n  }\n}\n',
  'deploy/Dockerfile': 'FROM a AS runtime\nARG VERSION=0.1.0\n',
  'deploy/helm/tollgate/Chart.yaml': 'apiVersion: v2\nversion: 0.1.0\nappVersion: 0.1.0\n',
  'CHANGELOG.md':
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0 (2026-11-17)\n\n- All.\n',
};
const to = (version: string, changelog = files['CHANGELOG.md']) =>
  prepareRelease({ ...files, 'CHANGELOG.md': changelog }, { version, date: '2026-12-01' });

describe('a release', () => {
  it('has its version in every file that names one, and in no dependency', () => {
    const prepared = to('0.2.0');
    expect(listVersions('package.json', prepared['package.json'])).toEqual(['0.2.0']);
    expect(listVersions('package-lock.json', prepared['package-lock.json'])).toEqual([
      '0.2.0',
      '0.2.0',
    ]);
    expect(prepared['package-lock.json']).toContain(
      '"node_modules/a": {\n      "version": "0.1.0"',
    );
    expect(prepared['deploy/Dockerfile']).toContain('ARG VERSION=0.2.0');
    expect(prepared['deploy/helm/tollgate/Chart.yaml']).toBe(
      'apiVersion: v2\nversion: 0.2.0\nappVersion: 0.2.0\n',
    );
  });

  it('gets what was unreleased as its section of the changelog', () => {
    const changelog = to('0.2.0')['CHANGELOG.md'];
    expect(listReleased(changelog)).toEqual(['0.2.0', '0.1.0']);
    expect(changelog).toContain(
      '## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- A thing.\n',
    );
  });

  it.each([
    [
      'no entry under Unreleased',
      '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-11-17)\n\n- A.\n',
    ],
    ['an empty section at the end', '# Changelog\n\n## Unreleased\n'],
    ['no such section', '# Changelog\n\n## 0.1.0 (2026-11-17)\n\n- All.\n'],
  ])('is refused with %s', (_what, changelog) => {
    expect(() => to('0.2.0', changelog)).toThrow('no entry under "## Unreleased"');
  });

  it('takes the section when it is the last one', () => {
    const changelog = to('0.2.0', '# Changelog\n\n## Unreleased\n\n- A thing.\n')['CHANGELOG.md'];
    expect(listReleased(changelog)).toEqual(['0.2.0']);
  });

  it.each(['0.2', 'v0.2.0', '0.2.0-rc.1', '', '0.1.0', '0.0.9'])(
    'is refused as "%s"',
    (version) => {
      expect(() => to(version)).toThrow(ReleaseError);
      expect(() => to(version)).toThrow(`(got "${version}")`);
    },
  );
});
