// Fails when a package of the production tree has a license that does not let us ship it. Reads
// what is installed, so it needs no network.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLicenseFaults } from './find-license-faults.mjs';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function readPackage(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) ? readJson(file) : undefined;
}

const { count, faults } = findLicenseFaults(readJson('package-lock.json'), readPackage);
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log(`licenses: ${count} packages, all of them may be shipped`);
process.exitCode = faults.length === 0 ? 0 : 1;
