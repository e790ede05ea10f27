import { isFields, type Fields } from '@tollgate/model-kit';

/** Keywords that mean the same in JSON Schema and in the API's own schema. */
const sharedWords = new Set([
  'type',
  'title',
  'description',
  'enum',
  'required',
  'nullable',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
]);
/** Most schemas set these; they are the default of the API. */
const needlessWords = new Set(['$schema', 'additionalProperties']);

/** A JSON Schema as the API's own one; undefined: it uses more than that supports. */
export function reduceSchema(schema: unknown): Fields | undefined {
  if (!isFields(schema) || !isPlain(schema)) return undefined;
  const reduced: Record<string, unknown> = {};
  for (const [word, value] of Object.entries(schema)) {
    if (needlessWords.has(word)) continue;
    const told = sharedWords.has(word) ? value : reduceMember(word, value);
    if (told === undefined) return undefined;
    reduced[word] = told;
  }
  return reduced;
}

/** One type, enums, and objects with known properties. */
function isPlain({ additionalProperties, enum: words, properties, type }: Fields): boolean {
  if (additionalProperties !== undefined && additionalProperties !== false) return false;
  if (type !== undefined && (typeof type !== 'string' || type === 'null')) return false;
  if (Array.isArray(words) && !words.every((word) => typeof word === 'string')) return false;
  return type !== 'object' || (isFields(properties) && Object.keys(properties).length > 0);
}

function reduceMember(word: string, value: unknown): unknown {
  if (word === 'items') return reduceSchema(value);
  if (word === 'anyOf' && Array.isArray(value)) return allOrNone(value.map(reduceSchema));
  if (word !== 'properties' || !isFields(value)) return undefined;
  const reduced = allOrNone(Object.values(value).map(reduceSchema));
  return reduced && Object.fromEntries(Object.keys(value).map((name, at) => [name, reduced[at]]));
}

function allOrNone(schemas: readonly (Fields | undefined)[]): readonly Fields[] | undefined {
  return schemas.every((schema) => schema !== undefined) ? schemas : undefined;
}
