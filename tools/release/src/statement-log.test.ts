import { StatementCollector } from './statement-log';

const entry = (message: string, more: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({ user: 'auth_0a1b2c', application_name: 'auth', message, ...more });
const collect = (...lines: readonly string[]) => {
  const collector = new StatementCollector('auth');
  for (const line of lines) collector.add(line);
  return collector.statements;
};

describe('the log of a server', () => {
  it('gives each statement once, with the values that it had first', () => {
    const message = 'duration: 0.123 ms  execute <unnamed>: SELECT $1::text,\n      $2, $3';
    const statements = collect(
      entry(message, { detail: "Parameters: $1 = 'it''s $2 = ''x''', $2 = NULL, $3 = ''" }),
      entry(message, { detail: "Parameters: $1 = 'b', $2 = '2', $3 = 'c'" }),
      entry('duration: 1.000 ms  statement: SELECT 1'),
    );
    expect(statements).toEqual([
      { text: 'SELECT $1::text,\n$2, $3', values: ["it's $2 = 'x'", null, ''] },
      { text: 'SELECT 1', values: [] },
    ]);
  });

  it('gives no values that are too long to keep', () => {
    const message = 'duration: 0.1 ms  execute <unnamed>: SELECT $1';
    const statements = collect(
      entry(message, { detail: `Parameters: $1 = '${'x'.repeat(5_000)}'` }),
      entry(message, { detail: "Parameters: $1 = 'short'" }),
    );
    expect(statements).toEqual([{ text: 'SELECT $1', values: ['short'] }]);
  });

  it('gives some of many statements that begin alike', () => {
    const start = `SELECT ${'column, '.repeat(20)}`;
    const lines = Array.from({ length: 30 }, (_, index) => `${start} of_${index}`);
    const entries = lines.map((line) => entry(`duration: 0.1 ms  statement: ${line}`));
    expect(collect(...entries)).toHaveLength(12);
  });

  it.each([
    ['of a test, which names no program', { application_name: '' }],
    ['of a migration', { application_name: 'auth migrations' }],
    ['of another service', { user: 'billing_0a1b2c' }],
  ])('gives no statement %s', (_whose, change) => {
    expect(collect(entry('duration: 0.1 ms  statement: SELECT 1', change))).toEqual([]);
  });

  it.each([
    'duration: 0.1 ms  statement: BEGIN',
    'duration: 0.1 ms  bind <unnamed>: SELECT 1',
    'connection received',
  ])('gives nothing for "%s"', (message) => {
    expect(collect(entry(message))).toEqual([]);
  });
});
