import type { NeutralRequest, OutputFormat } from '@tollgate/model-spec';
import { asFields, asNumber, asText, isFields, type Draft, type Fields } from '@tollgate/model-kit';
import type { GenerationConfig } from './wire';
import { writeReasoning } from './write-reasoning';
import { writeSchema } from './write-tools';

/** Undefined where the caller set nothing. `format`: what the answer must be, if anything. */
export function writeConfig(
  request: NeutralRequest,
  format: OutputFormat | undefined,
): Partial<GenerationConfig> | undefined {
  const { sampling } = request;
  const config: Draft<GenerationConfig> = {
    temperature: request.temperature,
    topP: request.topP,
    topK: request.topK,
    maxOutputTokens: request.outputTokensMax,
    stopSequences: request.stop.length > 0 ? [...request.stop] : undefined,
    seed: asNumber(sampling['seed']),
    frequencyPenalty: asNumber(sampling['frequency_penalty']),
    presencePenalty: asNumber(sampling['presence_penalty']),
    responseMimeType: format === undefined ? undefined : 'application/json',
    ...(format?.type === 'json_schema' && writeResponseSchema(format.schema)),
    thinkingConfig: writeReasoning(request),
    ...writeImageWishes(sampling),
  };
  const given = Object.entries(config).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Text is the default modality. */
function writeImageWishes(sampling: NeutralRequest['sampling']): Readonly<Record<string, unknown>> {
  const { modalities } = sampling;
  if (!Array.isArray(modalities) || !modalities.includes('image')) return {};
  const aspectRatio = asText(asFields(sampling['image_config'])['aspect_ratio']);
  return {
    responseModalities: modalities.map((name) => String(name).toUpperCase()),
    imageConfig: aspectRatio === undefined ? undefined : { aspectRatio },
  };
}

/** Its own schema is known to every model, JSON Schema only to the newer ones. */
function writeResponseSchema(
  schema: Readonly<Record<string, unknown>>,
): Pick<GenerationConfig, 'responseSchema' | 'responseJsonSchema'> {
  const reduced = reduceSchema(schema);
  return reduced === undefined
    ? { responseJsonSchema: writeSchema(schema) }
    : { responseSchema: reduced };
}

/** Keywords that mean the same in JSON Schema and in the API's own schema. */
const sharedWords = new Set([
  'type',
  'title',
  'description',
  'enum',
  'required',
  'nullable',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
]);
/** Most schemas set these; they are the default of the API. */
const needlessWords = new Set(['$schema', 'additionalProperties']);

/** A JSON Schema as the API's own one; undefined: it uses more than that supports. */
export function reduceSchema(schema: unknown): Fields | undefined {
  if (!isFields(schema) || !isPlain(schema)) return undefined;
  const reduced: Record<string, unknown> = {};
  for (const [word, value] of Object.entries(schema)) {
    if (needlessWords.has(word)) continue;
    const told = sharedWords.has(word) ? value : reduceMember(word, value);
    if (told === undefined) return undefined;
    reduced[word] = told;
  }
  return reduced;
}

/** One type, enums, and objects with known properties. */
function isPlain({ additionalProperties, enum: words, properties, type }: Fields): boolean {
  if (additionalProperties !== undefined && additionalProperties !== false) return false;
  if (type !== undefined && (typeof type !== 'string' || type === 'null')) return false;
  if (Array.isArray(words) && !words.every((word) => typeof word === 'string')) return false;
  return type !== 'object' || (isFields(properties) && Object.keys(properties).length > 0);
}

function reduceMember(word: string, value: unknown): unknown {
  if (word === 'items') return reduceSchema(value);
  if (word === 'anyOf' && Array.isArray(value)) return allOrNone(value.map(reduceSchema));
  if (word !== 'properties' || !isFields(value)) return undefined;
  const reduced = allOrNone(Object.values(value).map(reduceSchema));
  return reduced && Object.fromEntries(Object.keys(value).map((name, at) => [name, reduced[at]]));
}

function allOrNone(schemas: readonly (Fields | undefined)[]): readonly Fields[] | undefined {
  return schemas.every((schema) => schema !== undefined) ? schemas : undefined;
}
