import { relative } from 'node:path';
import { makeSbom } from '../../../tools/build/make-sbom.mjs';

/** Which packages are in the files of the console, for the bill of materials of an image. */
export function writeSbom() {
  return {
    name: 'write-sbom',
    apply: 'build',
    generateBundle() {
      const files = [...this.getModuleIds()].map((id) =>
        relative('.', id.replace(/^\0|\?.*$/g, '')),
      );
      const source = JSON.stringify(makeSbom('console', files));
      this.emitFile({ type: 'asset', fileName: '.vite/sbom.cdx.json', source });
    },
  };
}
