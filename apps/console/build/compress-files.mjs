import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const compressible = /\.(?:html|js|css|svg|json)$/;

/** Writes a `.br` file beside every text file of the build, so that the edge compresses nothing. */
export function compressFiles() {
  let directory;
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved: (config) => {
      directory = join(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      for (const name of await readdir(directory, { recursive: true })) {
        const file = join(directory, name);
        if (!compressible.test(name) || !(await stat(file)).isFile()) continue;
        const bytes = await readFile(file);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await writeFile(`${file}.br`, await compress(bytes, { params }));
      }
    },
  };
}
