import { asRecord, type Fields } from './fields';

const depthMax = 6;

/** A value that fits a JSON Schema, always the same. */
export function makeJson(schema: Fields, depth = 0): unknown {
  const { const: fixed, enum: choices, properties, items, type } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices) && choices.length > 0) return choices[0] as unknown;
  if (depth > depthMax) return null;
  const kind = String(Array.isArray(type) ? type[0] : type).toLowerCase();
  if (properties !== undefined || kind === 'object') return makeObject(properties, depth);
  return kind === 'array'
    ? [makeJson(asRecord(items), depth + 1)]
    : makeScalar(kind, schema['minimum']);
}

function makeObject(properties: unknown, depth: number): object {
  const members = Object.entries(asRecord(properties));
  return Object.fromEntries(
    members.map(([name, member]) => [name, makeJson(asRecord(member), depth + 1)]),
  );
}

function makeScalar(kind: string, minimum: unknown): unknown {
  if (kind === 'number' || kind === 'integer') return typeof minimum === 'number' ? minimum : 1;
  return kind === 'boolean' ? true : 'Paris';
}
