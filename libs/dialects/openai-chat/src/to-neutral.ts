import {
  asFields,
  asNumber,
  type Fields,
  omitUndefined,
  pickFields,
  readOutputFormat,
} from '@tollgate/model-kit';
import type { NeutralRequest } from '@tollgate/model-spec';
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
  const format = asFields(body['response_format']);
  return omitUndefined<NeutralRequest>({
    messages: readMessages(body),
    tools,
    toolChoice,
    parallelToolCalls: typeof isParallel === 'boolean' ? isParallel : undefined,
    outputFormat: readOutputFormat(format['type'], asFields(format['json_schema'])),
    outputTokensMax: asNumber(body['max_completion_tokens']) ?? asNumber(body['max_tokens']),
    temperature: asNumber(body['temperature']),
    topP: asNumber(body['top_p']),
    topK: asNumber(body['top_k']),
    stop: readStop(body['stop']),
    reasoning: readReasoningWish(body),
    sampling: pickFields(body, samplingFields),
    openAiOnly: pickFields(body, openAiFields),
    plugins: Array.isArray(plugins) ? plugins : undefined,
    droppedTools,
  });
}

function readStop(stop: unknown): readonly string[] {
  if (typeof stop === 'string') return [stop];
  return Array.isArray(stop) ? (stop as string[]) : [];
}
