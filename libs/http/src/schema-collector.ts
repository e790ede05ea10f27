import { isDeepStrictEqual } from 'node:util';
import { z, type ZodType } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Converts zod schemas to JSON schemas. A schema with `.meta({ id })` is kept once, and all users
 * refer to it.
 */
export class SchemaCollector {
  readonly #named = new Map<string, JsonSchema>();

  add(schema: ZodType): JsonSchema {
    // Answers are described as inputs too: fields that are added later must be allowed.
    const { $defs, $schema, ...json } = z.toJSONSchema(schema, { io: 'input' });
    void $schema;
    for (const [name, definition] of Object.entries($defs ?? {})) {
      this.#keep(name, pointToComponents(definition) as JsonSchema);
    }
    return pointToComponents(json) as JsonSchema;
  }

  /** By name, in the order of the alphabet: a new route does not move the others about. */
  getNamed(): Readonly<Record<string, JsonSchema>> {
    const sorted = [...this.#named].sort(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(sorted);
  }

  #keep(name: string, definition: JsonSchema): void {
    const known = this.#named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, definition)) {
      throw new Error(`two different schemas are named ${name}`);
    }
    this.#named.set(name, definition);
  }
}

function pointToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] =>
    name === '$ref' && typeof inner === 'string'
      ? [name, inner.replace('#/$defs/', '#/components/schemas/')]
      : [name, pointToComponents(inner)],
  );
  return Object.fromEntries(entries);
}
