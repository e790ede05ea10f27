import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from './tracked-files';

interface Snippet {
  readonly what: string;
  /** An existing file: the rules look at where it stands, not at what it holds. */
  readonly file: string;
  readonly text: string;
  readonly rule: string;
}

const boundary = '@nx/enforce-module-boundaries';
const restricted = '@typescript-eslint/no-restricted-imports';

const forbidden: readonly Snippet[] = [
  {
    what: 'a pure library that uses a platform library',
    file: 'libs/money/src/index.ts',
    text: "import { createDatabase } from '@tollgate/postgres';\nexport const a = createDatabase;\n",
    rule: boundary,
  },
  {
    what: 'a relative import across projects',
    file: 'libs/errors/src/index.ts',
    text: "export * from '../../money/src/index';\n",
    rule: boundary,
  },
  {
    what: 'a library that uses a tool',
    file: 'libs/money/src/index.ts',
    text: "export * from '../../../tools/stack/src/json-file';\n",
    rule: boundary,
  },
  {
    what: 'product code that uses the testing library',
    file: 'libs/http/src/index.ts',
    text: "export { waitUntil } from '@tollgate/testing';\n",
    rule: restricted,
  },
  {
    what: 'product code that depends on a testing project',
    file: 'libs/http/src/index.ts',
    text: "export { waitUntil } from '@tollgate/embedded';\n",
    rule: boundary,
  },
  {
    what: 'a database driver outside its library',
    file: 'libs/http/src/index.ts',
    text: "export { Pool } from 'pg';\n",
    rule: restricted,
  },
  {
    what: 'a read of the environment outside the configuration',
    file: 'libs/http/src/index.ts',
    text: "export const port = process.env['PORT'];\n",
    rule: 'no-restricted-properties',
  },
  {
    what: 'a use of the process in the code of a service',
    file: 'apps/audit/src/start.ts',
    text: 'export const pid = process.pid;\n',
    rule: 'no-restricted-globals',
  },
  {
    what: 'a client of another service that is created outside of neighbours.ts',
    file: 'apps/audit/src/start.ts',
    text: "export { createOrgsClient } from '@tollgate/clients';\n",
    rule: 'no-restricted-syntax',
  },
  {
    what: 'a promise nobody waits for',
    file: 'libs/http/src/index.ts',
    text: 'export function run(work: () => Promise<void>): void {\n  work();\n}\n',
    rule: '@typescript-eslint/no-floating-promises',
  },
  {
    what: 'an any',
    file: 'libs/http/src/index.ts',
    text: `export const value: ${'any'} = 1;\n`,
    rule: '@typescript-eslint/no-explicit-any',
  },
];

const allowed: readonly Omit<Snippet, 'rule'>[] = [
  {
    what: 'a platform library that uses a pure one',
    file: 'libs/http/src/index.ts',
    text: "export { AppError } from '@tollgate/errors';\n",
  },
  {
    what: 'a driver in its own library',
    file: 'libs/postgres/src/index.ts',
    text: "export { Pool } from 'pg';\n",
  },
  {
    what: 'a client of another service in neighbours.ts',
    file: 'apps/audit/src/neighbours.ts',
    text: "export { createOrgsClient } from '@tollgate/clients';\n",
  },
  {
    what: 'a use of the process in main.ts',
    file: 'apps/audit/src/main.ts',
    text: 'export const pid = process.pid;\n',
  },
];

function lintSnippets(snippets: readonly { file: string; text: string }[]): string[][] {
  const program = join(__dirname, 'lint-snippets.mjs');
  const output = execFileSync(process.execPath, [program, JSON.stringify(snippets)], {
    cwd: workspaceRoot,
    encoding: 'utf8',
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '[]') as string[][];
}

describe('the lint rules', () => {
  let found: string[][] = [];
  beforeAll(() => {
    found = lintSnippets([...forbidden, ...allowed]);
  }, 120_000);

  it.each(forbidden.map((snippet, index) => ({ ...snippet, index })))(
    'refuse $what',
    ({ rule, index }) => {
      expect(found[index]).toContain(rule);
    },
  );

  it.each(allowed.map((snippet, index) => ({ ...snippet, index })))('accept $what', ({ index }) => {
    expect(found[forbidden.length + index]).toEqual([]);
  });
});
