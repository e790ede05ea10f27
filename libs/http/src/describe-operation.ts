import type { RouteFacts } from './build-document';
import { withExample, type Example } from './example';
import { splitKey, type Answer, type Operation } from './operation';
import type { JsonSchema, SchemaCollector } from './schema-collector';

const idempotencyDescriptions = {
  write: 'The same key and body within 24 hours are answered as the first time.',
  call:
    'The call is made and charged once in 24 hours. The same key and body follow the answer while ' +
    'it is sent, and get the same bytes for an hour after it, with `Idempotent-Replayed: true`. ' +
    'For this the answer is kept encrypted; without the header nothing of it is kept. 409: another ' +
    'body, or an answer that is not kept; `metadata.first_call` and `metadata.cost` say what has ' +
    'become of the first call. A call that failed and was not charged leaves its key free.',
};

function describeIdempotency({ isIdempotent }: Operation): readonly JsonSchema[] {
  if (isIdempotent === undefined) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: idempotencyDescriptions[isIdempotent === 'call' ? 'call' : 'write'],
      schema: { type: 'string', minLength: 1, maxLength: 128 },
    },
  ];
}

export interface DescribedRoute {
  readonly key: string;
  readonly operation: Operation;
  readonly facts: RouteFacts;
  readonly example: Example;
}

/** One operation object of the document. */
export function describeOperation(route: DescribedRoute, schemas: SchemaCollector): JsonSchema {
  const { facts, operation } = route;
  const { description, id, summary, tag } = operation;
  const parameters = [
    ...describePath(splitKey(route.key).path),
    ...describeQuery(route, schemas),
    ...describeIdempotency(operation),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: facts.security.map((name) => ({ [name]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...describeRequest(route, schemas),
    responses: {
      ...describeAnswers(route, schemas),
      default: { $ref: `#/components/responses/${facts.failure}` },
    },
  };
}

function describeRequest(
  { example, operation }: DescribedRoute,
  schemas: SchemaCollector,
): JsonSchema {
  const { body, form, isBodyOptional } = operation;
  const content = {
    ...(body !== undefined && {
      'application/json': { schema: schemas.add(body), ...withExample(example.request) },
    }),
    ...(form !== undefined && {
      'multipart/form-data': { schema: schemas.add(form), ...withExample(example.form) },
    }),
  };
  if (Object.keys(content).length === 0) return {};
  return { requestBody: { required: isBodyOptional !== true, content } };
}

function describePath(path: string): readonly JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function describeQuery(
  { example, operation: { query } }: DescribedRoute,
  schemas: SchemaCollector,
): readonly JsonSchema[] {
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
    ...withExample(example.query?.[name]),
  }));
}

function describeAnswers(route: DescribedRoute, schemas: SchemaCollector): JsonSchema {
  const { example, facts, operation } = route;
  const entries = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    {
      description: answer.about,
      ...(facts.isCounted && { headers: rateHeaders }),
      ...describeContent(answer, schemas, (type) => example.answers?.[`${status}${type}`]),
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

function describeContent(
  { body, mediaTypes = [] }: Answer,
  schemas: SchemaCollector,
  /** By what follows the status: nothing for JSON, a space and the media type for others. */
  getExample: (type: string) => unknown,
): JsonSchema {
  if (body === undefined && mediaTypes.length === 0) return {};
  const content = {
    ...(body !== undefined && {
      'application/json': { schema: schemas.add(body), ...withExample(getExample('')) },
    }),
    ...Object.fromEntries(
      mediaTypes.map((type) => [
        type,
        { schema: { type: 'string' }, ...withExample(getExample(` ${type}`)) },
      ]),
    ),
  };
  return { content };
}
