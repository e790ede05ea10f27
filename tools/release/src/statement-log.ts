import type { RecordedStatement } from './recorded-statements';

/** What PostgreSQL writes with `log_destination = jsonlog` when a statement has succeeded. */
interface LogEntry {
  readonly user?: string;
  readonly application_name?: string;
  readonly message?: string;
  readonly detail?: string;
}

const done = /^duration: [\d.]+ ms {2}(?:execute [^:]*|statement): ([\s\S]*)$/;
const readsOrWrites = /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/i;
const parameter = /\$(\d+) = (NULL|'(?:[^']|'')*')/g;
/** Statements with longer values are left out, unless they ran with shorter ones too. */
const valuesLengthMax = 4_000;
/** Reports are built from parts in hundreds of combinations, which begin alike. */
const alikeMax = 12;
const startLength = 100;

/** Collects each statement of a schema once, from the lines of a log. */
export class StatementCollector {
  readonly #statements = new Map<string, RecordedStatement>();
  readonly #alike = new Map<string, number>();
  readonly #schema: string;

  constructor(schema: string) {
    this.#schema = schema;
  }

  get statements(): readonly RecordedStatement[] {
    return [...this.#statements.values()];
  }

  add(line: string): void {
    const entry = JSON.parse(line) as LogEntry;
    const [, text] = done.exec(entry.message ?? '') ?? [];
    if (text === undefined || !readsOrWrites.test(text) || !this.#isOwn(entry)) return;
    const statement = { text: trimLines(text), values: readValues(entry.detail ?? '') };
    if (isLong(statement) || this.#statements.has(statement.text)) return;
    const start = statement.text.replace(/\d+/g, '').slice(0, startLength);
    const alike = this.#alike.get(start) ?? 0;
    if (alike >= alikeMax) return;
    this.#alike.set(start, alike + 1);
    this.#statements.set(statement.text, statement);
  }

  /** Tests sign in with roles such as billing_0a1b2c; their own statements name no program. */
  #isOwn({ application_name: program = '', user = '' }: LogEntry): boolean {
    const isOfService = program !== '' && !/ (?:migrations|listener)$/.test(program);
    return isOfService && user.replace(/_[0-9a-f]+$/, '') === this.#schema;
  }
}

function trimLines(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, '\n');
}

function readValues(detail: string): readonly (string | null)[] {
  return [...detail.matchAll(parameter)]
    .map(([, number, value = '']) => [Number(number), value] as const)
    .sort(([one], [other]) => one - other)
    .map(([, value]) => (value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'")));
}

function isLong({ values }: RecordedStatement): boolean {
  return values.reduce((sum, value) => sum + (value?.length ?? 0), 0) > valuesLengthMax;
}
