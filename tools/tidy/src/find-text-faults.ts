interface TextRule {
  readonly pattern: RegExp;
  readonly advice: string;
}

const rules: readonly TextRule[] = [
  { pattern: /\b(TODO|FIXME|HACK|XXX)\b/, advice: 'finish it, or open an issue' },
  { pattern: /@ts-(ignore|nocheck|expect-error)|eslint-disable/, advice: 'mend the cause' },
  {
    pattern: /\b(it|test|describe)\.(only|todo|skip)\(|\bx(it|describe)\(|\bf(it|describe)\(/,
    advice: 'a test runs or goes',
  },
  { pattern: /(^|[\s"'`(=])\/(work|farm|home|Users)\//, advice: 'no paths of one machine' },
  {
    pattern: /registry\.npmjs\.org|registry\.yarnpkg|repo[0-9]?\.maven|deb\.debian\.org/,
    advice: 'registries are the business of the machine, not of the repository',
  },
];

/** Lines that break a rule which holds for every kind of text. */
export function findTextFaults(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter(({ pattern }) => pattern.test(line))
        .map(({ advice }) => `${file}:${index + 1}: ${line.trim()} (${advice})`),
    );
}
