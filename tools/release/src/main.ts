import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageFiles, listBaseImages, pinImages } from './base-images';
import { listMigrations, type Landed } from './list-migrations';
import { prepareRelease, ReleaseError, type VersionedFiles } from './prepare-release';
import { recordStatements } from './record-statements';
import { resolveDigest } from './resolve-digest';

const usage = `usage: npm run release -- <version> [--unpinned]
       npm run release -- pin
       npm run release -- record <version> [schema …]`;

const read = (file: string): string => readFileSync(file, 'utf8');

/** `npm run release`: writes a version into all files that name it, or digests of base images. */
async function main(given: readonly string[]): Promise<void> {
  const [what, ...flags] = given;
  if (what === 'record') return record(flags);
  if (what === undefined || flags.some((flag) => flag !== '--unpinned')) {
    throw new ReleaseError(usage);
  }
  if (what === 'pin') return pin();
  refuseDirtyTree();
  if (!flags.includes('--unpinned')) refuseUnpinned();
  release(what);
}

function refuseDirtyTree(): void {
  const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim();
  if (changes === '') return;
  throw new ReleaseError(`there are changes that are not committed:\n${changes}`);
}

function refuseUnpinned(): void {
  const images = imageFiles.flatMap((file) => listBaseImages(read(file)));
  const names = images.filter(({ digest }) => digest === undefined).map(({ name }) => name);
  if (names.length === 0) return;
  throw new ReleaseError(
    `these images are not pinned by a digest: ${[...new Set(names)].join(', ')}; ` +
      'run "npm run release -- pin" where their registry is reached, or add --unpinned',
  );
}

function release(version: string): void {
  const files: VersionedFiles = {
    'package.json': read('package.json'),
    'package-lock.json': read('package-lock.json'),
    'deploy/Dockerfile': read('deploy/Dockerfile'),
    'deploy/helm/tollgate/Chart.yaml': read('deploy/helm/tollgate/Chart.yaml'),
    'CHANGELOG.md': read('CHANGELOG.md'),
  };
  const date = new Date().toISOString().slice(0, 10);
  const prepared = prepareRelease(files, { version, date });
  for (const [file, text] of Object.entries(prepared)) writeFileSync(file, text as string);
  const landed: Landed = { version, migrations: listMigrations('.') };
  const file = join('tools', 'release', 'landed', `${version}.json`);
  writeFileSync(file, `${JSON.stringify(landed, null, 2)}\n`);
  console.log(`tollgate: the files name ${version} now, and ${file} its migrations. Next:
  npm run release -- record ${version}
  npm run check && npm test
  git add --all && git commit -m "chore(release): ${version}" && git tag v${version}
  npm run images`);
}

/** The statements that the code of the release sends, for tests of later migrations. */
async function record([version, ...chosen]: readonly string[]): Promise<void> {
  const file = join('tools', 'release', 'landed', `${version}.json`);
  if (version === undefined || !existsSync(file)) throw new ReleaseError(usage);
  const landed = JSON.parse(read(file)) as Landed;
  const schemas = chosen.length > 0 ? chosen : Object.keys(landed.migrations);
  await recordStatements(landed, schemas, (line) => console.log(`tollgate: ${line}`));
}

async function pin(): Promise<void> {
  const images = imageFiles.flatMap((file) => listBaseImages(read(file)));
  const digests = new Map<string, string>();
  for (const name of new Set(images.map((image) => image.name))) {
    digests.set(name, await resolveDigest(name));
    console.log(`tollgate: ${name}@${digests.get(name)}`);
  }
  for (const file of imageFiles) writeFileSync(file, pinImages(read(file), digests));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExplained = error instanceof ReleaseError;
  console.error(isExplained ? `tollgate: ${error.message}` : error);
  process.exitCode = isExplained && error.message === usage ? 2 : 1;
});
