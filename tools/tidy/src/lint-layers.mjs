// Lints the app of a workspace with the layer rules alone; prints the files that break them.
import { ESLint } from 'eslint';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { layerPlugin } from '../../lint/layer-names.mjs';
import { layerZones } from '../../lint/layer-zones.mjs';

const workspace = process.argv[2];
const eslint = new ESLint({
  cwd: workspace,
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.ts'],
      plugins: { 'import-x': importX, layers: layerPlugin(workspace) },
      languageOptions: { parser: tseslint.parser },
      settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts'] })] },
      rules: {
        'import-x/no-restricted-paths': ['error', { zones: layerZones(workspace) }],
        'layers/names': 'error',
      },
    },
  ],
});
const results = await eslint.lintFiles(['apps/**/*.ts']);
const broken = results.filter((result) => result.errorCount > 0);
const toPath = ({ filePath }) => filePath.slice(filePath.indexOf('/src/') + '/src/'.length);
console.log(JSON.stringify(broken.map(toPath).sort()));
