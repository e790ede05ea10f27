import { reduceSchema } from './write-config';

const text = { type: 'string' };
const gate = { type: 'object', properties: { name: text }, required: ['name'] };

describe('a JSON Schema as the schema of the API', () => {
  it('is the same for shared keywords', () => {
    const schema = {
      type: 'object',
      title: 'Gates',
      properties: {
        gates: { type: 'array', items: gate, minItems: 1 },
        colour: { type: 'string', enum: ['red', 'green'], description: 'of all' },
        toll: { anyOf: [{ type: 'number', minimum: 0 }, text] },
      },
      required: ['gates'],
    };
    expect(reduceSchema(schema)).toEqual(schema);
  });

  it('drops keywords that are defaults', () => {
    const strict = {
      ...gate,
      $schema: 'https://json-schema.org/draft',
      additionalProperties: false,
    };
    const schema = { type: 'object', properties: { gate: strict }, additionalProperties: false };
    expect(reduceSchema(schema)).toEqual({ type: 'object', properties: { gate } });
  });

  it.each([
    ['a reference', { $ref: '#/$defs/gate' }],
    ['two types', { type: ['string', 'null'] }],
    ['nothing', { type: 'null' }],
    ['numbers to choose from', { type: 'integer', enum: [1, 2] }],
    ['an object of anything', { type: 'object' }],
    ['an object of nothing', { type: 'object', properties: {} }],
    ['names that are not known before', { ...gate, additionalProperties: text }],
    ['a format', { type: 'string', format: 'email' }],
    ['no schema', true],
  ])('cannot be said of %s, at any depth', (_name, schema) => {
    expect(reduceSchema(schema)).toBeUndefined();
    expect(reduceSchema({ type: 'object', properties: { inner: schema } })).toBeUndefined();
    expect(reduceSchema({ type: 'array', items: schema })).toBeUndefined();
    expect(reduceSchema({ anyOf: [text, schema] })).toBeUndefined();
  });
});
