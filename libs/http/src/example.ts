import type { Operation } from './operation';
import type { JsonSchema } from './schema-collector';

/** What a caller sends to one operation and what comes back; kept in `*.examples.json`. */
export interface Example {
  /** The JSON body. */
  readonly request?: unknown;
  /** The same as a form; files by their names. */
  readonly form?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** By status (`200`), for other media types than JSON by both (`200 text/csv`). */
  readonly answers?: Readonly<Record<string, unknown>>;
}

export type Examples = Readonly<Record<string, Example>>;

/** The `example` of a media type or a parameter; an empty object when there is no example. */
export function withExample(value: unknown): JsonSchema {
  return value === undefined ? {} : { example: value };
}

/** Every operation shows what it takes and answers; an example of nothing is a mistake too. */
export function assertExampleFits(key: string, operation: Operation, example: Example): void {
  const wanted = listWanted(operation);
  const given = [
    ...(['request', 'form'] as const).filter((name) => example[name] !== undefined),
    ...Object.keys(example.answers ?? {}).map((name) => `answers.${name}`),
  ];
  const missing = wanted.filter((name) => !given.includes(name));
  if (missing.length > 0) {
    const remedy = 'add it to the *.examples.json beside the operation';
    throw new Error(`${key} has no example of ${missing.join(', ')}: ${remedy}`);
  }
  const allowed = new Set([...wanted, ...listOptional(operation)]);
  const unknown = [
    ...given.filter((name) => !allowed.has(name)),
    ...Object.keys(example.query ?? {}).filter((name) => !(name in (operation.query?.shape ?? {}))),
  ];
  if (unknown.length > 0) throw new Error(`${key} does not have ${unknown.join(', ')}`);
}

export function assertExamplesAreKnown(examples: Examples, operations: object): void {
  const unknown = Object.keys(examples).filter((key) => !Object.hasOwn(operations, key));
  if (unknown.length > 0) throw new Error(`examples of no operation: ${unknown.join(', ')}`);
}

/** JSON always; of other media types only text that is the whole answer. */
function listWanted({ answers, body, form }: Operation): readonly string[] {
  return [
    ...(body === undefined ? [] : ['request']),
    ...(form === undefined ? [] : ['form']),
    ...Object.entries(answers).flatMap(([status, answer]) => {
      if (answer.body !== undefined) return [`answers.${status}`];
      const texts = (answer.mediaTypes ?? []).filter((type) => type.startsWith('text/'));
      return texts.map((type) => `answers.${status} ${type}`);
    }),
  ];
}

function listOptional({ answers }: Operation): readonly string[] {
  return Object.entries(answers).flatMap(([status, { mediaTypes = [] }]) =>
    mediaTypes.map((type) => `answers.${status} ${type}`),
  );
}
