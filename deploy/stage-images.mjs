// Collects what each image holds: node deploy/stage-images.mjs <folder>, after `npm run build`.
// One folder per image: its programs, the files that they read, a health check, and its bill of
// materials.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { combineSboms } from '../tools/build/make-sbom.mjs';

const apps = join('dist', 'apps');
const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error('usage: node deploy/stage-images.mjs <folder>');
  process.exit(2);
}

/** The programs of an app; main.js unless it has more of its own. */
const programs = {
  billing: ['main', 'verify-ledger.main'],
  orgs: ['main', 'rotate-keys.main'],
  relay: ['main', 'auto-eval.main', 'replay-spool.main', 'rotate-keys.main', 'scan-texts.main'],
};

/** Several services in one process; `host` runs any set of them. */
const hosts = {
  gateway: { program: 'gateway.main', services: ['edge', 'relay'] },
  office: { program: 'office.main', services: ['auth', 'billing', 'orgs', 'video', 'audit'] },
  host: {
    program: 'main',
    services: ['edge', 'relay', 'auth', 'billing', 'orgs', 'video', 'audit'],
  },
};

/** Programs of operators, beside a host. */
const tools = {
  gateway: [join('relay', 'replay-spool.main'), join('relay', 'rotate-keys.main')],
  office: [join('billing', 'verify-ledger.main'), join('orgs', 'rotate-keys.main')],
};

for (const app of ['edge', 'auth', 'billing', 'orgs', 'relay', 'video', 'audit', 'simulator']) {
  const names = (programs[app] ?? ['main']).map((name) => join(app, name));
  stage(app, { programs: names, services: [app], place: (path) => path.replace(`${app}/`, '') });
}
for (const [image, { program, services }] of Object.entries(hosts)) {
  const names = [join('host', program), ...(tools[image] ?? [])];
  stage(image, { programs: names, services, place: (path) => join('apps', path) });
}

/** Source maps stay behind: they are larger than the programs. */
function stage(image, { place, programs, services }) {
  const folder = join(target, image);
  const copy = (path) => {
    const to = join(folder, place(path));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(apps, path), to, { recursive: true, filter: isShipped });
  };
  for (const program of programs) copy(`${program}.js`);
  for (const service of services) {
    for (const files of ['assets', 'console', 'migrations', 'seed']) {
      if (existsSync(join(apps, service, files))) copy(join(service, files));
    }
  }
  const bills = programs.map((program) => join(apps, `${program}.cdx.json`));
  if (services.includes('edge')) bills.push(join(apps, 'console', '.vite', 'sbom.cdx.json'));
  const lists = bills.map((file) => JSON.parse(readFileSync(file, 'utf8')).components);
  const sbom = combineSboms(image, lists);
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  cpSync(join('deploy', 'healthcheck.mjs'), join(folder, 'healthcheck.mjs'));
  openToAll(folder);
}

/**
 * Copies have the modes of the checkout, which follow the umask of the process that made it. The
 * user of an image owns no file in it and could not read them all, and two builds would differ.
 */
function openToAll(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

/** Of the build alone. */
function isShipped(path) {
  return !path.endsWith('.map') && !path.includes('.vite');
}
