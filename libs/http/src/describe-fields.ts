import type { JsonSchema } from './schema-collector';

/**
 * Descriptions of fields by the name of their schema and their path, such as
 * `provider.max_price`. Those of `*` are for every schema that is listed.
 */
export type FieldDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

const everySchema = '*';
/** Combinators whose members describe the same value as the schema itself. */
const alternatives = ['anyOf', 'oneOf', 'allOf'];

/** The named schemas with descriptions at their fields; one that is there already stays. */
export function describeFields(
  schemas: Readonly<Record<string, JsonSchema>>,
  descriptions: FieldDescriptions,
): Readonly<Record<string, JsonSchema>> {
  const unused = new Set(
    Object.entries(descriptions).flatMap(([name, fields]) =>
      Object.keys(fields).map((path) => `${name} ${path}`),
    ),
  );
  const described = Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => {
    const own = descriptions[name];
    if (own === undefined) return [name, schema];
    const find = (path: string): string | undefined => {
      const source = Object.hasOwn(own, path) ? name : everySchema;
      unused.delete(`${source} ${path}`);
      return descriptions[source]?.[path];
    };
    return [name, describe(schema, '', find) as JsonSchema];
  });
  if (unused.size > 0) throw new Error(`described, but no field: ${[...unused].join(', ')}`);
  return Object.fromEntries(described);
}

function describe(
  schema: unknown,
  path: string,
  find: (path: string) => string | undefined,
): unknown {
  if (Array.isArray(schema)) return schema.map((item) => describe(item, path, find));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'properties') return [key, describeProperties(value as JsonSchema, path, find)];
    const isSamePlace = key === 'items' || alternatives.includes(key);
    return [key, isSamePlace ? describe(value, path, find) : value];
  });
  return Object.fromEntries(entries);
}

function describeProperties(
  properties: JsonSchema,
  path: string,
  find: (path: string) => string | undefined,
): JsonSchema {
  const entries = Object.entries(properties).map(([name, value]): [string, unknown] => {
    const place = path === '' ? name : `${path}.${name}`;
    const description = find(place);
    const inner = describe(value, place, find) as JsonSchema;
    return [name, { ...(description !== undefined && { description }), ...inner }];
  });
  return Object.fromEntries(entries);
}
