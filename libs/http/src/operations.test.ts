import express, { type Request, type Response } from 'express';
import request from 'supertest';
import { z } from 'zod';
import { buildDocument, type RouteFacts } from './build-document';
import { defineOperations } from './define-operations';
import { describeFields } from './describe-fields';
import { listRoutes } from './describe-routes';
import type { Examples } from './example';
import { mountOperations } from './mount-operations';

const key = z.object({ id: z.string(), limit: z.number().nullable() }).meta({ id: 'TestKey' });
const operations = defineOperations({
  'GET /v1/keys': {
    id: 'listKeys',
    tag: 'Keys',
    summary: 'Lists keys',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(100).meta({ description: 'How many' }),
    }),
    answers: { 200: { about: 'The keys.', body: z.object({ keys: z.array(key) }) } },
  },
  'PATCH /v1/keys/{id}': {
    id: 'updateKey',
    tag: 'Keys',
    summary: 'Changes a key',
    body: z.object({ enabled: z.boolean() }),
    isIdempotent: true,
    answers: { 204: { about: 'Done.' } },
  },
});
const facts: RouteFacts = { security: ['managementKey'], isCounted: true, failure: 'Error' };
const info = { title: 'Test', version: '1', description: '' };

const examples: Examples = {
  'GET /v1/keys': {
    query: { limit: 10 },
    answers: { 200: { keys: [{ id: 'key_1', limit: 5 }] } },
  },
  'PATCH /v1/keys/{id}': { request: { enabled: false } },
};

function build(
  known = new Map(Object.keys(operations).map((name) => [name, facts])),
  shown = examples,
) {
  const document = buildDocument({ ...info, operations, facts: known, examples: shown });
  return JSON.parse(JSON.stringify(document)) as Record<
    string,
    // The document is plain JSON; the expectations below define its content.
    Record<string, Record<string, Record<string, unknown>>>
  >;
}

describe('operations', () => {
  it('are served on their paths and nowhere else', async () => {
    const app = express();
    mountOperations(app, operations, {
      'GET /v1/keys': (_request, response) => void response.json({ keys: [] }),
      'PATCH /v1/keys/{id}': (call, response) => void response.json({ id: call.params['id'] }),
    });
    await request(app).get('/v1/keys').expect(200, { keys: [] });
    await request(app).patch('/v1/keys/key_1').expect(200, { id: 'key_1' });
    await request(app).delete('/v1/keys/key_1').expect(404);
  });

  it('run several handlers in their order', async () => {
    const app = express();
    mountOperations(app, operations, {
      'GET /v1/keys': [
        (_request, response, next) => {
          response.setHeader('x-first', '1');
          next();
        },
        (_request, response) => void response.json({ keys: [] }),
      ],
      'PATCH /v1/keys/{id}': (_request, response) => void response.end(),
    });
    await request(app).get('/v1/keys').expect('x-first', '1').expect(200);
  });
});

describe('the list of routes', () => {
  const handlers = {
    'GET /v1/keys': (_request: Request, response: Response) => void response.end(),
    'PATCH /v1/keys/{id}': (_request: Request, response: Response) => void response.end(),
  };

  it('is what the process serves, described or not', () => {
    const app = express();
    app.use(express.json());
    mountOperations(app, operations, handlers);
    app.delete('/v1/keys/:id', (_request, response) => void response.end());
    expect(listRoutes(app)).toEqual([
      'GET /v1/keys',
      'PATCH /v1/keys/{id}',
      'DELETE /v1/keys/{id}',
    ]);
  });

  it('reports a router whose routes cannot be listed', () => {
    const app = express();
    app.use('/hidden', express.Router());
    expect(listRoutes(app)).toEqual(['unlistable router']);
  });
});

describe('the document', () => {
  it('describes parameters of the path, the query and the header', () => {
    const { paths } = build();
    expect(paths?.['/v1/keys']?.['get']?.['parameters']).toEqual([
      {
        name: 'limit',
        in: 'query',
        description: 'How many',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
        example: 10,
      },
    ]);
    expect(paths?.['/v1/keys/{id}']?.['patch']?.['parameters']).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'Idempotency-Key', in: 'header' },
    ]);
  });

  it('keeps a named schema once and refers to it', () => {
    const { components, paths } = build();
    expect(paths?.['/v1/keys']?.['get']?.['responses']).toMatchObject({
      200: {
        content: {
          'application/json': {
            schema: { properties: { keys: { items: { $ref: '#/components/schemas/TestKey' } } } },
          },
        },
      },
      default: { $ref: '#/components/responses/Error' },
    });
    expect(components?.['schemas']).toMatchObject({ TestKey: { type: 'object' } });
  });

  it('cannot be built while a route is not described', () => {
    const known = new Map([...Object.keys(operations), 'GET /secret'].map((name) => [name, facts]));
    expect(() => build(known)).toThrow('not described: GET /secret');
  });

  it('cannot be built for an operation that the edge does not pass', () => {
    expect(() => build(new Map([['GET /v1/keys', facts]]))).toThrow('PATCH /v1/keys/{id}');
  });

  it('shows the examples of the request body and of the answers', () => {
    const { paths } = build();
    expect(paths?.['/v1/keys']?.['get']?.['responses']).toMatchObject({
      200: { content: { 'application/json': { example: { keys: [{ id: 'key_1' }] } } } },
    });
    expect(paths?.['/v1/keys/{id}']?.['patch']?.['requestBody']).toMatchObject({
      content: { 'application/json': { example: { enabled: false } } },
    });
  });

  it.each([
    [{ ...examples, 'GET /v1/keys': {} }, 'GET /v1/keys has no example of answers.200'],
    [{ ...examples, 'PATCH /v1/keys/{id}': {} }, 'PATCH /v1/keys/{id} has no example of request'],
    [{ 'GET /v1/keys': examples['GET /v1/keys'] ?? {} }, 'PATCH /v1/keys/{id} has no example'],
    [{ ...examples, 'GET /gone': {} }, 'examples of no operation: GET /gone'],
    [
      { ...examples, 'PATCH /v1/keys/{id}': { request: {}, answers: { 200: {} } } },
      'PATCH /v1/keys/{id} does not have answers.200',
    ],
    [
      { ...examples, 'GET /v1/keys': { ...examples['GET /v1/keys'], query: { page: 1 } } },
      'GET /v1/keys does not have page',
    ],
  ])('cannot be built with examples that do not fit: %#', (shown, message) => {
    expect(() => build(undefined, shown)).toThrow(message);
  });

  it('takes descriptions of fields from a table, and keeps those that a schema has', () => {
    const schema = {
      properties: {
        own: { description: 'Its own' },
        list: { anyOf: [{ items: { properties: { deep: { type: 'string' } } } }] },
      },
    };
    const table = { '*': { 'list.deep': 'Deep' }, Test: { own: 'Other', list: 'A list' } };
    expect(describeFields({ Test: schema, Other: schema }, table)).toEqual({
      Test: {
        properties: {
          own: { description: 'Its own' },
          list: {
            description: 'A list',
            anyOf: [{ items: { properties: { deep: { type: 'string', description: 'Deep' } } } }],
          },
        },
      },
      Other: schema,
    });
  });

  it('cannot be built with a description of a field that is gone', () => {
    const table = { '*': { gone: 'No' }, Test: {} };
    expect(() => describeFields({ Test: {} }, table)).toThrow('described, but no field: * gone');
  });
});
