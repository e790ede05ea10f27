// The list of steps, in order: cheap ones that explain later failures come first.

/** Each step gives the commands to run; it fails when one of them exits non-zero. */
export const checkSteps = [
  {
    name: 'format',
    commands: (isFixing) => [
      ['prettier', isFixing ? '--write' : '--check', '--log-level=warn', '.'],
    ],
  },
  {
    name: 'lint and boundaries',
    commands: (isFixing) => [['eslint', '--max-warnings=0', ...(isFixing ? ['--fix'] : []), '.']],
  },
  { name: 'types', commands: () => [['tsc', '--noEmit', '-p', 'tsconfig.json']] },
];
