/** One fault that a zod schema found, as far as it is needed to explain it. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly origin?: string | undefined;
  readonly expected?: string | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly minimum?: number | bigint | undefined;
  readonly inclusive?: boolean | undefined;
  readonly divisor?: number | bigint | undefined;
  readonly values?: readonly unknown[] | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly errors?: readonly (readonly SchemaIssue[])[] | undefined;
}

/** The place of a fault in the body, such as `messages.0.role`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/** The value at a place of the body. */
export function findValue(body: unknown, path: readonly PropertyKey[]): unknown {
  let current = body;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[step];
  }
  return current;
}

/**
 * A validation fault for the author of the request: the field, the limit, and the value. A
 * message of the schema stays unchanged.
 */
export function explainSchemaIssue(issue: SchemaIssue, body: unknown): string {
  const deepest = findDeepest(issue);
  const field = formatPath(deepest.path);
  const text = describe(deepest, findValue(body, deepest.path));
  if (text === undefined) return field === '' ? deepest.message : `${field}: ${deepest.message}`;
  return field === '' ? `The value ${text}` : `${field} ${text}`;
}

/** Of the forms that a value may have, the one that it comes closest to. */
function findDeepest(issue: SchemaIssue): SchemaIssue {
  const nested = (issue.errors ?? []).flatMap((issues) => issues);
  const inside = nested.filter(({ path }) => path.length > 0);
  const [closest] = inside.sort((left, right) => right.path.length - left.path.length);
  if (closest === undefined) return issue;
  return findDeepest({ ...closest, path: [...issue.path, ...closest.path] });
}

function describe(issue: SchemaIssue, value: unknown): string | undefined {
  switch (issue.code) {
    case 'too_big':
      return describeBound(issue, value, 'most', issue.maximum);
    case 'too_small':
      return describeBound(issue, value, 'least', issue.minimum);
    case 'invalid_type':
      return `must be ${nameType(issue.expected)} (got ${nameValue(value)})`;
    case 'invalid_value':
      return `must be ${listValues(issue.values)} (got ${nameValue(value)})`;
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)} (got ${nameValue(value)})`;
    case 'unrecognized_keys':
      return `has an unknown field: ${issue.keys?.[0] ?? ''}`;
    case 'invalid_union':
      return `has none of the accepted forms (got ${nameValue(value)})`;
    case 'invalid_format':
      return issue.message.startsWith('Invalid') ? 'has an invalid format' : undefined;
    default:
      return undefined;
  }
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

function describeBound(
  { inclusive = true, origin = '' }: SchemaIssue,
  value: unknown,
  side: 'most' | 'least',
  bound: number | bigint | undefined,
): string {
  const unit = units[origin];
  if (unit !== undefined) {
    const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
    if (side === 'least' && bound === 1) return 'must not be empty';
    return `must have at ${side} ${String(bound)} ${unit} (got ${length})`;
  }
  const above = side === 'most' ? 'below' : 'above';
  const limit = inclusive ? `at ${side} ${String(bound)}` : `${above} ${String(bound)}`;
  return `must be ${limit} (got ${nameValue(value)})`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function nameType(expected: string | undefined): string {
  return typeNames[expected ?? ''] ?? `of type ${expected ?? 'another type'}`;
}

const valuesShown = 20;

function listValues(values: readonly unknown[] = []): string {
  const texts = values.slice(0, valuesShown).map((value) => JSON.stringify(value));
  return texts.length === 1 ? (texts[0] ?? '') : `one of ${texts.join(', ')}`;
}

const textShown = 40;

/** What was sent, short enough for an error text. */
function nameValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') {
    return value.length <= textShown
      ? JSON.stringify(value)
      : `a text of ${value.length} characters`;
  }
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}
