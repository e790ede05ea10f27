import { describeOperation } from './describe-operation';
import { describeFields, type FieldDescriptions } from './describe-fields';
import { assertExampleFits, assertExamplesAreKnown, type Examples } from './example';
import { errorSchema, messagesErrorSchema } from './error-schema';
import { operationTags, splitKey, type Operations } from './operation';
import { SchemaCollector, type JsonSchema } from './schema-collector';
import { securitySchemes, type SecurityName } from './security-schemes';

/** Facts about a route that only the edge has. */
export interface RouteFacts {
  /** Any one of these credentials is accepted; empty: no credential is needed. */
  readonly security: readonly SecurityName[];
  /** Its answers carry rate limit headers. */
  readonly isCounted: boolean;
  /** The envelope of its failures. */
  readonly failure: 'Error' | 'MessagesError';
}

export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly operations: Operations;
  /** One for every operation, by the same key. */
  readonly facts: ReadonlyMap<string, RouteFacts>;
  /** One for every operation, by the same key. */
  readonly examples: Examples;
  /** Of the fields of named schemas, where the schema has none itself. */
  readonly fields?: FieldDescriptions;
}

/** The OpenAPI 3.1 document of the whole service. */
export function buildDocument(options: DocumentOptions): JsonSchema {
  const { description, operations, title, version } = options;
  assertUniqueIds(operations);
  assertExamplesAreKnown(options.examples, operations);
  const schemas = new SchemaCollector();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [key, operation] of Object.entries(operations)) {
    const facts = options.facts.get(key);
    if (facts === undefined) throw new Error(`${key} is described, but the edge has no such route`);
    const example = options.examples[key] ?? {};
    assertExampleFits(key, operation, example);
    const { method, path } = splitKey(key);
    const route = { key, operation, facts, example };
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describeOperation(route, schemas);
  }
  const undescribed = [...options.facts.keys()].filter((key) => !Object.hasOwn(operations, key));
  if (undescribed.length > 0) throw new Error(`not described: ${undescribed.join(', ')}`);
  return {
    openapi: '3.1.1',
    info: { title, version, description },
    servers: [{ url: '/' }],
    tags: Object.entries(operationTags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: describeComponents(schemas, options.fields ?? {}),
  };
}

function describeComponents(schemas: SchemaCollector, fields: FieldDescriptions): JsonSchema {
  const responses = {
    Error: describeFailure(schemas.add(errorSchema)),
    MessagesError: describeFailure(schemas.add(messagesErrorSchema)),
  };
  return {
    schemas: describeFields(schemas.getNamed(), fields),
    responses,
    headers: rateHeaders,
    securitySchemes,
  };
}

function describeFailure(schema: JsonSchema): JsonSchema {
  return {
    description: 'The call failed; `error.code` tells why and /docs/errors what to do.',
    content: { 'application/json': { schema } },
  };
}

const rateHeaders = {
  'X-RateLimit-Limit': {
    description: 'Calls per minute.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'Calls left in this minute.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'When the minute ends, in Unix seconds.',
    schema: { type: 'integer' },
  },
};

function assertUniqueIds(operations: Operations): void {
  const seen = new Set<string>();
  for (const { id } of Object.values(operations)) {
    if (seen.has(id)) throw new Error(`two operations are named ${id}`);
    seen.add(id);
  }
}
