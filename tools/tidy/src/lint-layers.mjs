// Lints the app "demo" of a workspace with the layer rule alone; prints the files that break it.
import { join, relative } from 'node:path';
import { ESLint } from 'eslint';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { layerZones } from '../../lint/layer-zones.mjs';

const workspace = process.argv[2];
const eslint = new ESLint({
  cwd: workspace,
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.ts'],
      plugins: { 'import-x': importX },
      languageOptions: { parser: tseslint.parser },
      settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts'] })] },
      rules: { 'import-x/no-restricted-paths': ['error', { zones: layerZones(workspace) }] },
    },
  ],
});
const results = await eslint.lintFiles(['apps/**/*.ts']);
const broken = results.filter((result) => result.errorCount > 0);
const source = join(workspace, 'apps', 'demo', 'src');
console.log(JSON.stringify(broken.map((result) => relative(source, result.filePath)).sort()));
