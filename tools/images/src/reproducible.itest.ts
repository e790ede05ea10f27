import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { readDockerfile } from '@tollgate/embedded';
import { copyWorkspace, type CopyOptions } from './copy-workspace';

const run = promisify(execFile);
const buildTimeoutMs = 400_000;
const outputBytesMax = 20_000_000;
const dayMs = 86_400_000;
const projects = 'host,edge,simulator,auth,billing,orgs,relay,video,audit';

/** A folder and a machine: nothing of them may be seen in an image. */
interface Place extends CopyOptions {
  readonly folder: string;
  readonly umask: string;
  readonly environment: Readonly<Record<string, string>>;
}

const places: readonly Place[] = [
  {
    ...{ folder: 'one', umask: '022', fileMode: 0o644, modified: new Date('2001-02-03') },
    environment: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
  },
  {
    ...{ folder: join('in', 'a deeper', 'folder'), umask: '077', fileMode: 0o600 },
    modified: new Date(),
    environment: {
      ...{ TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      NODE_OPTIONS: `--import ${pathToFileURL(resolve('tools/images/src/shift-clock.mjs')).href}`,
      SHIFT_CLOCK_MS: String(45 * dayMs),
    },
  },
];

let home: string;
beforeAll(() => {
  // On the disk of the packages, which are linked.
  mkdirSync('.data', { recursive: true });
  home = resolve(mkdtempSync(join('.data', 'reproducible-')));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The commands of the Dockerfile, but only for what images hold, and not from Nx's cache. */
async function buildImages({ environment, folder, umask, ...copy }: Place): Promise<string> {
  const workspace = join(home, folder);
  copyWorkspace(workspace, copy);
  const bin = join(workspace, 'node_modules', '.bin');
  const build = `nx run-many -t build --projects=${projects} --parallel=1 --skip-nx-cache`;
  const stage = 'node deploy/stage-images.mjs "$IMAGES"';
  const images = join(home, `images of ${folder.replaceAll('/', '-')}`);
  await run('sh', ['-c', `umask ${umask} && ${build} && ${stage}`], {
    cwd: workspace,
    maxBuffer: outputBytesMax,
    env: {
      PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: home,
      IMAGES: images,
      ...environment,
    },
  });
  return images;
}

/** Each file and folder with its mode and the hash of its bytes. */
function describeFiles(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names.map((name) => {
      const path = join(folder, name);
      const status = statSync(path);
      const mode = (status.mode & 0o7777).toString(8);
      if (status.isDirectory()) return [name, mode];
      return [name, `${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`];
    }),
  );
}

describe('what the images hold', () => {
  it(
    'is the same, byte for byte, wherever and whenever it is built, and every user may read it',
    async () => {
      const [one, other] = await Promise.all(places.map(buildImages));
      const [expected, files] = [describeFiles(one ?? ''), describeFiles(other ?? '')];
      const names = new Set([...expected.keys(), ...files.keys()]);
      expect([...names].filter((name) => expected.get(name) !== files.get(name))).toEqual([]);
      const modes = new Set([...files.values()].map((text) => text.split(' ')[0]));
      expect([...modes].sort()).toEqual(['644', '755']);

      const { images } = readDockerfile(readFileSync(join('deploy', 'Dockerfile'), 'utf8'));
      expect(readdirSync(one ?? '').sort()).toEqual([...images].sort());
      expect(images.filter((image) => !names.has(join(image, 'healthcheck.mjs')))).toEqual([]);
    },
    buildTimeoutMs,
  );
});
