// The list of steps, in order: what explains later failures comes first.

const generatedPaths = [
  'libs/contracts/src/gen',
  '.env.example',
  'docs/reference',
  'apps/console/src/api/generated',
  'deploy/monitoring/dashboards',
  'deploy/redis/user-rules.txt',
];
/** The check of the compose file imports a TypeScript file, whose module type Node must detect. */
const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';
const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];

/** ESLint keeps the types of all that it reads, which together do not fit into the heap of Node. */
const lintParts = [
  ['apps/console'],
  ['--ignore-pattern=apps/console/**', 'apps'],
  ['--ignore-pattern=apps/**', '.'],
];

/** Each step gives the commands to run; it fails when one of them exits non-zero. */
export const checkSteps = [
  {
    name: 'generated files',
    commands: () => [
      ['node', 'tools/generate/generate.mjs'],
      // Regenerating must change nothing that is tracked and leave nothing untracked.
      ['node', 'tools/check/assert-unchanged.mjs', ...generatedPaths],
    ],
  },
  {
    name: 'format',
    commands: (isFixing) => [
      ['prettier', isFixing ? '--write' : '--check', '--log-level=warn', '.'],
      ['buf', 'format', 'proto', ...(isFixing ? ['--write'] : ['--diff', '--exit-code'])],
    ],
  },
  {
    name: 'lint and boundaries',
    commands: (isFixing) =>
      lintParts.map((part) => [
        'eslint',
        '--max-warnings=0',
        ...(isFixing ? ['--fix'] : []),
        ...part,
      ]),
  },
  {
    name: 'types',
    commands: () => [
      ['tsc', '--noEmit', '-p', 'tsconfig.json'],
      ['tsc', '--noEmit', '-p', 'apps/console/tsconfig.json'],
    ],
  },
  { name: 'proto', commands: () => [['buf', 'lint', 'proto']] },
  { name: 'compose file', commands: () => [['node', quiet, 'tools/check/validate-compose.mjs']] },
  { name: 'alert rules', commands: () => [['node', 'tools/check/validate-alerts.mjs']] },
  { name: 'Helm chart', commands: () => [['node', 'tools/check/validate-helm.mjs']] },
  { name: 'licenses', commands: () => [['node', 'tools/check/licenses.mjs']] },
  { name: 'known vulnerabilities', commands: () => [['node', 'tools/check/audit.mjs']] },
  {
    name: 'tidy',
    commands: () => [['node', ...jest, '--selectProjects', 'unit', '--silent', 'tools/tidy']],
  },
];
