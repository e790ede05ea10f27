export const testLevels = ['unit', 'integration', 'e2e'] as const;
export type TestLevel = (typeof testLevels)[number];

export interface TestArguments {
  readonly levels: readonly TestLevel[];
  /** Long suites run whole instead of their small rotating part. */
  readonly isFull: boolean;
  /** Everything else goes to jest: path patterns and its own options. */
  readonly jestArguments: readonly string[];
}

/** Reads `[--full] [--only unit,integration,e2e] [jest pattern]`. */
export function parseArguments(argv: readonly string[]): TestArguments {
  const jestArguments: string[] = [];
  let levels: readonly TestLevel[] = testLevels;
  let isFull = false;
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? '';
    if (argument === '--full') isFull = true;
    else if (argument === '--only') levels = parseLevels(argv[(index += 1)] ?? '');
    else jestArguments.push(argument);
  }
  return { levels, isFull, jestArguments };
}

function parseLevels(list: string): readonly TestLevel[] {
  const names = list.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !testLevels.some((level) => level === name));
  if (names.length === 0 || unknown !== undefined) {
    throw new Error(`--only takes a comma list of ${testLevels.join(', ')} (got "${list}")`);
  }
  return testLevels.filter((level) => names.includes(level));
}
