import { asFields, asText, type Fields, isFields, omitUndefined } from '@tollgate/model-kit';
import {
  reasoningEfforts,
  type NeutralRequest,
  type OutputFormat,
  type ReasoningWish,
} from '@tollgate/model-spec';
import { readItems } from './read-items';
import { readTools } from './read-tools';

/** Fields of OpenAI's own models that have the same name and meaning in Chat. */
const openAiFields = [
  'user',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'top_logprobs',
] as const;

/** What a Responses body means. It passed every check of its own dialect. */
export function toNeutral(body: Fields): NeutralRequest {
  const { droppedTools, toolChoice, tools } = readTools(body);
  const { parallel_tool_calls: isParallel, plugins } = body;
  return omitUndefined<NeutralRequest>({
    messages: readItems(body),
    tools,
    toolChoice,
    parallelToolCalls: typeof isParallel === 'boolean' ? isParallel : undefined,
    outputFormat: readOutputFormat(body),
    outputTokensMax: asNumber(body['max_output_tokens']),
    temperature: asNumber(body['temperature']),
    topP: asNumber(body['top_p']),
    topK: undefined,
    stop: [],
    reasoning: readReasoningWish(asFields(body['reasoning'])),
    sampling: {},
    openAiOnly: readOpenAiOnly(body),
    plugins: Array.isArray(plugins) ? plugins : undefined,
    droppedTools,
  });
}

/** `text.format` is flat and wins over Chat's nested `response_format`. */
function readOutputFormat(body: Fields): OutputFormat | undefined {
  const own = asFields(body['text'])['format'];
  const chat = asFields(body['response_format']);
  const format = isFields(own) ? own : { ...chat, ...asFields(chat['json_schema']) };
  if (format['type'] === 'json_object') return { type: 'json_object' };
  if (format['type'] !== 'json_schema') return undefined;
  const { description, name, schema, strict } = format;
  return omitUndefined<Extract<OutputFormat, { type: 'json_schema' }>>({
    type: 'json_schema',
    name: asText(name) ?? '',
    description: asText(description),
    isStrict: typeof strict === 'boolean' ? strict : undefined,
    schema: isFields(schema) ? schema : {},
  });
}

function readReasoningWish({ effort, exclude, max_tokens: budget }: Fields): ReasoningWish {
  const isHidden = exclude === true || undefined;
  if (effort === 'none') return omitUndefined<ReasoningWish>({ isOff: true, isHidden });
  return omitUndefined<ReasoningWish>({
    effort: reasoningEfforts.find((known) => known === effort),
    budgetTokens: asNumber(budget),
    isHidden,
  });
}

function readOpenAiOnly(body: Fields): Fields {
  const given = openAiFields.filter((name) => body[name] != null);
  const verbosity = asText(asFields(body['text'])['verbosity']);
  const hasLogprobs = (asNumber(body['top_logprobs']) ?? 0) > 0;
  return {
    ...Object.fromEntries(given.map((name) => [name, body[name]])),
    ...(verbosity === undefined ? {} : { verbosity }),
    // Chat needs both fields.
    ...(hasLogprobs ? { logprobs: true } : {}),
  };
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
