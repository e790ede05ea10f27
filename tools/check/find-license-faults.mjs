import { isAllowedLicense, readLicense } from '../build/make-sbom.mjs';

/**
 * Packages of the production tree of a package-lock.json whose license does not let us ship them.
 * `readPackage` gives the package.json of a folder, and undefined for an optional one of another
 * platform: for that the license in the lock file counts.
 */
export function findLicenseFaults(lock, readPackage) {
  const shipped = Object.entries(lock.packages).filter(
    ([folder, { dev = false, link = false }]) => folder !== '' && !dev && !link,
  );
  return {
    count: shipped.length,
    faults: shipped.flatMap(([folder, { license: locked, version }]) => {
      const contents = readPackage(folder);
      const license = contents === undefined ? locked : readLicense(contents);
      if (isAllowedLicense(license)) return [];
      const name = folder.replace(/^.*node_modules\//, '');
      const given = license === undefined ? 'no license' : `the license ${license}`;
      return [`${name} ${version} has ${given}, which tools/build/make-sbom.mjs does not allow`];
    }),
  };
}
