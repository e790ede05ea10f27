import type { RouteFacts } from './build-document';
import { splitKey, type Answer, type Operation } from './operation';
import type { JsonSchema, SchemaCollector } from './schema-collector';

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key and body within 24 hours are answered as the first time.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
};

/** One operation object of the document. */
export function describeOperation(
  key: string,
  operation: Operation,
  facts: RouteFacts,
  schemas: SchemaCollector,
): JsonSchema {
  const { body, description, form, id, isBodyOptional, summary, tag } = operation;
  const parameters = [
    ...describePath(splitKey(key).path),
    ...describeQuery(operation, schemas),
    ...(operation.isIdempotent ? [idempotencyParameter] : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: facts.security.map((name) => ({ [name]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...((body ?? form) !== undefined && {
      requestBody: {
        required: isBodyOptional !== true,
        content: {
          ...(body !== undefined && { 'application/json': { schema: schemas.add(body) } }),
          ...(form !== undefined && { 'multipart/form-data': { schema: schemas.add(form) } }),
        },
      },
    }),
    responses: {
      ...describeAnswers(operation.answers, facts, schemas),
      default: { $ref: `#/components/responses/${facts.failure}` },
    },
  };
}

function describePath(path: string): readonly JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function describeQuery({ query }: Operation, schemas: SchemaCollector): readonly JsonSchema[] {
  if (query === undefined) return [];
  const { properties, required = [] } = schemas.add(query) as {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    required: required.includes(name),
    schema,
  }));
}

function describeAnswers(
  answers: Operation['answers'],
  { isCounted }: RouteFacts,
  schemas: SchemaCollector,
): JsonSchema {
  const entries = Object.entries(answers).map(([status, answer]) => [
    status,
    {
      description: answer.about,
      ...(isCounted && { headers: rateHeaders }),
      ...describeContent(answer, schemas),
    },
  ]);
  return Object.fromEntries(entries) as JsonSchema;
}

const rateHeaders = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

function describeContent({ body, mediaTypes = [] }: Answer, schemas: SchemaCollector): JsonSchema {
  if (body === undefined && mediaTypes.length === 0) return {};
  const content = {
    ...(body !== undefined && { 'application/json': { schema: schemas.add(body) } }),
    ...Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }])),
  };
  return { content };
}
