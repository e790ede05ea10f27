import type { Answer } from '../../answer';
import { spoilCount } from '../../spoil-count';
import { listItems } from './list-items';

export type ResponseState = 'in_progress' | 'completed' | 'incomplete' | 'failed';

/** The response object as JSON text, in one of its states. */
export function renderResponse(answer: Answer, status: ResponseState): string {
  const { createdSeconds, finishReason, id, request } = answer;
  const isOver = status === 'completed' || status === 'incomplete';
  const response = {
    id,
    object: 'response',
    created_at: createdSeconds,
    status,
    background: false,
    completed_at: isOver ? createdSeconds : null,
    error:
      status === 'failed' ? { code: 'server_error', message: 'The server had an error.' } : null,
    incomplete_details:
      status === 'incomplete'
        ? { reason: finishReason === 'length' ? 'max_output_tokens' : 'content_filter' }
        : null,
    instructions: null,
    max_output_tokens: request.tokensMax ?? null,
    model: request.model,
    output: isOver ? listItems(answer).map(({ item }) => item) : [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    service_tier: answer.serviceTier ?? 'default',
    store: false,
    temperature: 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    user: null,
    metadata: {},
  };
  const usage = isOver ? renderUsage(answer) : 'null';
  return `${JSON.stringify(response).slice(0, -1)},"usage":${usage}}`;
}

export function getFinalState({ finishReason }: Answer): 'completed' | 'incomplete' {
  return finishReason === 'length' ? 'incomplete' : 'completed';
}

export function renderAnswer(answer: Answer): string {
  return renderResponse(answer, getFinalState(answer));
}

/** The usage object as JSON text; `null` when it is to be left out. */
function renderUsage(answer: Answer): string {
  const { completionTokens, instructions, promptTokens, reasoningTokens } = answer;
  const { cached, usage: fault } = instructions;
  if (fault === 'none') return 'null';
  const input = fault === 'zero' ? 0 : promptTokens;
  const output = spoilCount(completionTokens, fault);
  const reasoning = fault === 'zero' ? 0 : reasoningTokens;
  return (
    `{"input_tokens":${input},"input_tokens_details":{"cached_tokens":${Math.min(cached, input)}},` +
    `"output_tokens":${output},"output_tokens_details":{"reasoning_tokens":${reasoning}},` +
    `"total_tokens":${input + completionTokens}}`
  );
}
