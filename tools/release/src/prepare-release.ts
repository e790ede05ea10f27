/** What the person who releases must mend; shown without a stack. */
export class ReleaseError extends Error {}

/** Texts of the files that name the version. */
export interface VersionedFiles {
  readonly 'package.json': string;
  readonly 'package-lock.json': string;
  readonly 'deploy/Dockerfile': string;
  readonly 'deploy/helm/tollgate/Chart.yaml': string;
  readonly 'CHANGELOG.md': string;
}

const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** The places of the version in each file. The lock file names it twice, at its beginning. */
const places: Readonly<Record<Exclude<keyof VersionedFiles, 'CHANGELOG.md'>, RegExp>> = {
  'package.json': /^( {2}"version": ")([^"]+)/m,
  'package-lock.json': /^( {2,6}"version": ")([^"]+)/m,
  'deploy/Dockerfile': /^(ARG VERSION=)(\S+)/m,
  'deploy/helm/tollgate/Chart.yaml': /^((?:version|appVersion): )(\S+)/m,
};
const timesOf = (file: string): number => (/lock|Chart/.test(file) ? 2 : 1);

export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** The versions that a file names, in the order of their places. */
export function listVersions(file: keyof typeof places, text: string): readonly string[] {
  const pattern = new RegExp(places[file], 'gm');
  return [...text.matchAll(pattern)].slice(0, timesOf(file)).map(([, , version]) => version ?? '');
}

/** The released versions of the changelog, the newest first. */
export function listReleased(changelog: string): readonly string[] {
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm)].map(
    ([, version]) => version ?? '',
  );
}

/** The files with the new version. Throws a ReleaseError for what must be mended before. */
export function prepareRelease(
  files: VersionedFiles,
  { date, version }: { readonly version: string; readonly date: string },
): VersionedFiles {
  const [current = ''] = listVersions('package.json', files['package.json']);
  if (!versionPattern.test(version)) {
    throw new ReleaseError(`the version must be three numbers such as 1.2.0 (got "${version}")`);
  }
  if (compareVersions(version, current) <= 0) {
    throw new ReleaseError(`the version must be above ${current} (got "${version}")`);
  }
  const set = (file: keyof typeof places): string => setVersion(file, files[file], version);
  return {
    'package.json': set('package.json'),
    'package-lock.json': set('package-lock.json'),
    'deploy/Dockerfile': set('deploy/Dockerfile'),
    'deploy/helm/tollgate/Chart.yaml': set('deploy/helm/tollgate/Chart.yaml'),
    'CHANGELOG.md': closeSection(files['CHANGELOG.md'], version, date),
  };
}

function setVersion(file: keyof typeof places, text: string, version: string): string {
  let times = 0;
  return text.replace(new RegExp(places[file], 'gm'), (whole, start: string) => {
    times += 1;
    return times <= timesOf(file) ? `${start}${version}` : whole;
  });
}

/** What was unreleased becomes the section of the version, below a new empty one. */
function closeSection(changelog: string, version: string, date: string): string {
  const [, section] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? [];
  if (section === undefined || !/^- /m.test(section)) {
    throw new ReleaseError('CHANGELOG.md has no entry under "## Unreleased": say what changed');
  }
  return changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${date})\n`);
}
