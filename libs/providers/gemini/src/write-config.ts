import type { NeutralRequest, OutputFormat } from '@tollgate/model-spec';
import { asFields, asText, type Draft } from '@tollgate/model-kit';
import { reduceSchema } from './reduce-schema';
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
    seed: readNumber(sampling['seed']),
    frequencyPenalty: readNumber(sampling['frequency_penalty']),
    presencePenalty: readNumber(sampling['presence_penalty']),
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

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
