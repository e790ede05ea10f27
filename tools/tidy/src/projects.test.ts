import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { listTrackedFiles, readTracked, workspaceRoot } from './tracked-files';

interface Project {
  readonly name: string;
  readonly tags?: readonly string[];
}

/** Asked of the lint rules themselves, so that a tag is known exactly when a rule knows it. */
function readKnownTags(): { knownScopes: string[]; knownTypes: string[] } {
  const script =
    "import('./tools/lint/dependency-constraints.mjs')" +
    '.then(({ knownScopes, knownTypes }) =>' +
    ' console.log(JSON.stringify({ knownScopes, knownTypes })))';
  const output = execFileSync(process.execPath, ['-e', script], { cwd: workspaceRoot });
  return JSON.parse(output.toString('utf8')) as { knownScopes: string[]; knownTypes: string[] };
}

const tracked = listTrackedFiles();
const projects = tracked
  .filter((file) => /(^|\/)project\.json$/.test(file))
  .map((file) => ({ file, project: JSON.parse(readTracked(file)) as Project }));

describe('every project', () => {
  const { knownScopes, knownTypes } = readKnownTags();

  it('has exactly one known scope and one known type', () => {
    const valuesOf = (project: Project, prefix: string): string[] =>
      (project.tags ?? [])
        .filter((tag) => tag.startsWith(prefix))
        .map((tag) => tag.slice(prefix.length));
    const faults = projects.filter(({ project }) => {
      const scopes = valuesOf(project, 'scope:');
      const types = valuesOf(project, 'type:');
      const isKnown = knownScopes.includes(scopes[0] ?? '') && knownTypes.includes(types[0] ?? '');
      return scopes.length !== 1 || types.length !== 1 || !isKnown;
    });
    expect(faults).toEqual([]);
  });

  it('has a name of its own', () => {
    const names = projects.map(({ project }) => project.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('holds every source file of apps, libs and tools', () => {
    const roots = projects.map(({ file }) => `${dirname(file)}/`);
    // Plain scripts that run before anything is built belong to the workspace itself.
    const orphans = tracked.filter(
      (file) =>
        /^(apps|libs|tools)\/.*\.ts$/.test(file) && !roots.some((root) => file.startsWith(root)),
    );
    expect(orphans).toEqual([]);
  });
});

describe('every service', () => {
  const apps = [...new Set(tracked.map((file) => /^apps\/([^/]+)\//.exec(file)?.[1]))].filter(
    (app) => app !== undefined && !['e2e', 'console', 'host'].includes(app),
  );

  const listWithout = (name: string): unknown =>
    apps.filter((app) => !tracked.includes(`apps/${app}/${name}`));

  it.each([
    ...['README.md', 'project.json'],
    ...['src/main.ts', 'src/service.ts', 'src/start.ts', 'src/config.ts', 'src/app.ts'],
  ])('has %s', (name) => {
    expect(listWithout(name)).toEqual([]);
  });

  it('names the services that it calls', () => {
    expect(listWithout('src/neighbours.ts')).toEqual(['simulator']);
  });

  it('has a target in the Dockerfile', () => {
    const dockerfile = readTracked('deploy/Dockerfile');
    const targets = [...apps, 'host'];
    expect(targets.filter((app) => !dockerfile.includes(` AS ${app}\n`))).toEqual([]);
  });
});

describe('continuous integration', () => {
  it('has a script that can be run', () => {
    const entry = execFileSync('git', ['ls-files', '--stage', '.ci/run'], { cwd: workspaceRoot });
    expect(entry.toString('utf8')).toMatch(/^100755 /);
  });
});
