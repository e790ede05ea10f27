import type { OutputFormat } from '@tollgate/model-spec';
import { asText, isFields, omitUndefined, type Fields } from './fields';

type JsonSchemaFormat = Extract<OutputFormat, { type: 'json_schema' }>;

/** The output format of OpenAI's dialects; `fields` describe the JSON schema. */
export function readOutputFormat(type: unknown, fields: Fields): OutputFormat | undefined {
  if (type === 'json_object') return { type };
  if (type !== 'json_schema') return undefined;
  const { description, name, schema, strict } = fields;
  return omitUndefined<JsonSchemaFormat>({
    type,
    name: asText(name) ?? '',
    description: asText(description),
    isStrict: typeof strict === 'boolean' ? strict : undefined,
    schema: isFields(schema) ? schema : {},
  });
}
