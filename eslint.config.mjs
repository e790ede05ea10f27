import { createProjectGraphAsync } from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import tseslint from 'typescript-eslint';
import { dependencyConstraints } from './tools/lint/dependency-constraints.mjs';
import { layerPlugin } from './tools/lint/layer-names.mjs';
import { layerZones } from './tools/lint/layer-zones.mjs';
import { restrictedImportConfigs } from './tools/lint/restricted-imports.mjs';
import { serviceEntryConfigs } from './tools/lint/service-entry.mjs';

// Without a computed project graph the boundary rule skips itself with a warning and exit code 0.
await createProjectGraphAsync();

const testFiles = [
  '**/*.test.ts',
  '**/*.itest.ts',
  'apps/e2e/**/*.ts',
  '{apps,libs}/*/test/**/*.ts',
];
const useDefineConfig = 'Read the environment in config.ts with defineConfig of @tollgate/config.';

/** What holds in every TypeScript file of the workspace. */
const everywhere = {
  files: ['**/*.ts', '**/*.tsx'],
  extends: [tseslint.configs.recommendedTypeChecked],
  plugins: { '@nx': nx, 'import-x': importX, layers: layerPlugin(import.meta.dirname) },
  languageOptions: {
    parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
  },
  settings: {
    'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.js'] })],
  },
  rules: {
    // `== null` is the one comparison for null and undefined together.
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    complexity: ['error', 12],
    'no-console': 'error',
    'max-lines': ['error', 400],
    'max-lines-per-function': ['error', 70],
    'no-restricted-properties': [
      'error',
      { object: 'process', property: 'env', message: useDefineConfig },
    ],
    '@typescript-eslint/consistent-type-imports': 'error',
    '@typescript-eslint/explicit-module-boundary-types': 'error',
    '@typescript-eslint/no-explicit-any': 'error',
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': 'error',
    '@typescript-eslint/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    // An async function without await is how a fake or a synchronous adapter meets an async port.
    '@typescript-eslint/require-await': 'off',
    '@typescript-eslint/no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
    ],
    'import-x/no-default-export': 'error',
    'import-x/no-cycle': 'error',
    'import-x/no-restricted-paths': ['error', { zones: layerZones(import.meta.dirname) }],
    'layers/names': 'error',
    '@nx/enforce-module-boundaries': ['error', { depConstraints: dependencyConstraints() }],
  },
};

/** Tests may use @tollgate/testing, reach across layers and be long; `any` comes from matchers. */
const tests = {
  files: testFiles,
  rules: {
    'max-lines': ['error', 600],
    'max-lines-per-function': 'off',
    complexity: 'off',
    'no-restricted-properties': 'off',
    'import-x/no-restricted-paths': 'off',
    'layers/names': 'off',
    '@typescript-eslint/no-unsafe-argument': 'off',
    '@typescript-eslint/no-unsafe-assignment': 'off',
    '@typescript-eslint/no-unsafe-member-access': 'off',
    '@typescript-eslint/no-unsafe-call': 'off',
    '@typescript-eslint/no-unsafe-return': 'off',
    '@typescript-eslint/unbound-method': 'off',
    '@typescript-eslint/restrict-template-expressions': 'off',
    '@nx/enforce-module-boundaries': [
      'error',
      { depConstraints: dependencyConstraints({ allowTesting: true }) },
    ],
  },
};

export default defineConfig(
  {
    ignores: [
      'node_modules',
      'dist',
      '.data',
      '.nx',
      'coverage',
      'libs/contracts/src/gen',
      'apps/console/src/api/generated',
    ],
  },
  everywhere,
  restrictedImportConfigs(testFiles),
  serviceEntryConfigs(testFiles),
  {
    files: [
      'libs/config/**/*.ts',
      'apps/*/src/*main.ts',
      'tools/**/*.ts',
      'libs/{embedded,testing}/**/*.ts',
      'libs/speed/src/optimizations.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['tools/**/*.ts'], rules: { 'no-console': 'off' } },
  tests,
  {
    // Only these may run the real parts of two services together.
    files: ['tools/{simulation,hosting}/**/*.ts', 'apps/host/src/*-services.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    files: ['apps/console/**/*.tsx'],
    extends: [jsxA11y.configs.recommended],
    rules: {
      // Markup is long and reads from top to bottom.
      'max-lines-per-function': ['error', 100],
      // A scroll area must be reachable by keyboard.
      'jsx-a11y-x/no-noninteractive-tabindex': [
        'error',
        { tags: ['pre'], roles: ['region', 'rowgroup'] },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
    rules: { eqeqeq: 'error', complexity: ['error', 12], 'max-lines': ['error', 400] },
  },
);
