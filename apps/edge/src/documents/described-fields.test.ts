import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
}

const file = join(import.meta.dirname, '..', '..', 'assets', 'openapi.json');
const document = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function listUndescribed(schema: Schema, place: string): readonly string[] {
  const { anyOf = [], items, oneOf = [], properties = {} } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description ? [] : [`${place}.${name}`]),
      ...listUndescribed(field, `${place}.${name}`),
    ]),
    ...[...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap((inner) =>
      listUndescribed(inner, place),
    ),
  ];
}

describe('the published description of', () => {
  it.each([
    'ChatRequest',
    'ResponsesRequest',
    'MessagesRequest',
    'MessagesCountRequest',
    'CompletionsRequest',
    'EmbeddingsRequest',
    'RerankRequest',
    'ModerationsRequest',
    'ImagesRequest',
    'ImageEditForm',
    'SpeechRequest',
    'TranscriptionRequest',
    'TranscriptionForm',
    'VideoRequest',
  ])('%s explains every field', (name) => {
    const schema = document.components.schemas[name];
    if (schema === undefined) throw new Error(`${name} is not published`);
    expect(listUndescribed(schema, name)).toEqual([]);
  });

  it('a schema without a description is found, however deep', () => {
    const schema = { properties: { a: { description: 'A', anyOf: [{ properties: { b: {} } }] } } };
    expect(listUndescribed(schema, 'Test')).toEqual(['Test.a.b']);
  });
});
