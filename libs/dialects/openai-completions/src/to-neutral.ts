import { AppError } from '@tollgate/errors';
import { asNumber, asText, omitUndefined, pickFields, type Fields } from '@tollgate/model-kit';
import type { NeutralRequest } from '@tollgate/model-spec';

const samplingFields = [
  ...['frequency_penalty', 'presence_penalty', 'repetition_penalty'],
  ...['min_p', 'top_a', 'seed'],
] as const;
/** Fields that are sent only to OpenAI's models. */
const openAiFields = ['user', 'logit_bias'] as const;
/** Details of the answer that a conversation does not have. */
const droppedFields = ['logprobs'] as const;

/**
 * A completion as a conversation of one message, for models that only chat. Raises
 * unsupported_param for fields that would change what is asked.
 */
export function toNeutral(body: Fields): NeutralRequest {
  const { best_of: bestOf, n, plugins, prompt, suffix } = body;
  const text = Array.isArray(prompt) && prompt.length === 1 ? (prompt[0] as unknown) : prompt;
  if (typeof text !== 'string' || text === '') {
    throw refuse('prompt', 'takes one text: send one call for each prompt, and no token ids');
  }
  if (asText(suffix)) throw refuse('suffix', 'is not supported');
  if ((asNumber(bestOf) ?? 1) > 1) throw refuse('best_of', 'must be 1');
  if ((asNumber(n) ?? 1) > 1) throw refuse('n', 'must be 1');
  if (body['max_tokens'] === 0) {
    const message = 'This model answers in a chat: max_tokens must be 1 or more';
    throw AppError.forParam('max_tokens_invalid', 'max_tokens', message);
  }
  return omitUndefined<NeutralRequest>({
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    tools: [],
    toolChoice: undefined,
    parallelToolCalls: undefined,
    outputFormat: undefined,
    outputTokensMax: asNumber(body['max_tokens']),
    temperature: asNumber(body['temperature']),
    topP: asNumber(body['top_p']),
    topK: asNumber(body['top_k']),
    stop: readStop(body['stop']),
    reasoning: {},
    sampling: pickFields(body, samplingFields),
    openAiOnly: pickFields(body, openAiFields),
    plugins: Array.isArray(plugins) ? plugins : undefined,
    droppedTools: [],
  });
}

/** The fields of a request that are left out of the conversation. */
export function listDropped(body: Fields): readonly string[] {
  return droppedFields.filter((name) => body[name] != null);
}

function refuse(param: string, fault: string): AppError {
  const message = `This model answers in a chat: ${param} ${fault}`;
  return AppError.forParam('unsupported_param', param, message);
}

function readStop(stop: unknown): readonly string[] {
  if (typeof stop === 'string') return [stop];
  return Array.isArray(stop) ? (stop as string[]) : [];
}
