// A software bill of materials (CycloneDX 1.6) of a bundle: the packages whose files are in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licenses that let us ship a package in an image without further duties than to name it. */
const allowedLicenses = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC'],
  ...['MIT', 'MIT-0', 'Unlicense'],
]);

const packagePath = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** `files` are paths from the workspace; those outside of node_modules are ours. */
export function makeSbom(name, files) {
  const folders = files.map((file) => packagePath.exec(file)?.[1]).filter((each) => each);
  return combineSboms(name, [[...new Set(folders)].map(describePackage)]);
}

/** One bill from the components of several, sorted, so that equal builds give equal files. */
export function combineSboms(name, lists) {
  const { version } = readPackage('.');
  const byRef = new Map(lists.flat().map((component) => [component['bom-ref'], component]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: `tollgate-${name}`, version } },
    components: [...byRef.keys()].sort().map((ref) => byRef.get(ref)),
  };
}

function describePackage(folder) {
  const contents = readPackage(folder);
  const { name, version } = contents;
  const license = readLicense(contents);
  assertAllowed(name, license);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [describeLicense(license)],
  };
}

/** Of alternatives one is enough. */
export function isAllowedLicense(license) {
  const isAllowed = (text) => text.split(' AND ').every((each) => allowedLicenses.has(each));
  const alternatives = String(license).replace(/[()]/g, '').split(' OR ');
  return alternatives.some(isAllowed);
}

/** The license in a package.json, also in its older form. */
export function readLicense({ license, licenses }) {
  return license ?? licenses?.[0]?.type;
}

/** A build that would ship anything else fails. */
function assertAllowed(name, license) {
  if (isAllowedLicense(license)) return;
  throw new Error(
    `${name} has the license ${license}, which tools/build/make-sbom.mjs does not allow`,
  );
}

/** An identifier such as MIT, or an expression such as "(MIT OR Apache-2.0)". */
function describeLicense(text) {
  return /[ (]/.test(text) ? { expression: text } : { license: { id: text } };
}

function readPackage(folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${file} is missing: its package cannot be named`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
