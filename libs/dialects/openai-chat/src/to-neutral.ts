import { asFields, asText, type Fields, isFields, omitUndefined } from '@tollgate/model-kit';
import type { NeutralRequest, OutputFormat } from '@tollgate/model-spec';
import { readMessages } from './read-messages';
import { readReasoningWish } from './read-reasoning';
import { readTools } from './read-tools';

const samplingFields = [
  'frequency_penalty',
  'presence_penalty',
  'repetition_penalty',
  'min_p',
  'top_a',
  'seed',
  'structured_outputs',
  'modalities',
  'image_config',
] as const;

/** Fields that are sent only to OpenAI's models. */
const openAiFields = [
  'user',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'service_tier',
  'metadata',
  'prediction',
  'prompt_cache_key',
  'safety_identifier',
  'verbosity',
] as const;

/** What a chat body means. It passed every check of its own dialect. */
export function toNeutral(body: Fields): NeutralRequest {
  const { droppedTools, toolChoice, tools } = readTools(body);
  const { parallel_tool_calls: isParallel, plugins } = body;
  return omitUndefined<NeutralRequest>({
    messages: readMessages(body),
    tools,
    toolChoice,
    parallelToolCalls: typeof isParallel === 'boolean' ? isParallel : undefined,
    outputFormat: readOutputFormat(asFields(body['response_format'])),
    outputTokensMax: asNumber(body['max_completion_tokens']) ?? asNumber(body['max_tokens']),
    temperature: asNumber(body['temperature']),
    topP: asNumber(body['top_p']),
    topK: asNumber(body['top_k']),
    stop: readStop(body['stop']),
    reasoning: readReasoningWish(body),
    sampling: pick(body, samplingFields),
    openAiOnly: pick(body, openAiFields),
    plugins: Array.isArray(plugins) ? plugins : undefined,
    droppedTools,
  });
}

function readOutputFormat(format: Fields): OutputFormat | undefined {
  if (format['type'] === 'json_object') return { type: 'json_object' };
  if (format['type'] !== 'json_schema') return undefined;
  const { description, name, schema, strict } = asFields(format['json_schema']);
  return omitUndefined<Extract<OutputFormat, { type: 'json_schema' }>>({
    type: 'json_schema',
    name: asText(name) ?? '',
    description: asText(description),
    isStrict: typeof strict === 'boolean' ? strict : undefined,
    schema: isFields(schema) ? schema : {},
  });
}

function readStop(stop: unknown): readonly string[] {
  if (typeof stop === 'string') return [stop];
  return Array.isArray(stop) ? (stop as string[]) : [];
}

function pick(body: Fields, names: readonly string[]): Fields {
  const given = names.filter((name) => body[name] != null);
  return Object.fromEntries(given.map((name) => [name, body[name]]));
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
