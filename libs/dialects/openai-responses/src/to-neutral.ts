import {
  asFields,
  asNumber,
  asText,
  type Fields,
  isFields,
  omitUndefined,
  pickFields,
  readOutputFormat,
} from '@tollgate/model-kit';
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
    outputFormat: readFormat(body),
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
function readFormat(body: Fields): OutputFormat | undefined {
  const own = asFields(body['text'])['format'];
  const chat = asFields(body['response_format']);
  const format = isFields(own) ? own : { ...chat, ...asFields(chat['json_schema']) };
  return readOutputFormat(format['type'], format);
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
  const verbosity = asText(asFields(body['text'])['verbosity']);
  const hasLogprobs = (asNumber(body['top_logprobs']) ?? 0) > 0;
  return {
    ...pickFields(body, openAiFields),
    ...(verbosity === undefined ? {} : { verbosity }),
    // Chat needs both fields.
    ...(hasLogprobs ? { logprobs: true } : {}),
  };
}
