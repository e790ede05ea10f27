import { listAnswerPieces, listReasoningPieces, type Answer } from '../../answer';
import { foundSource } from '../../found-source';
import { renderUsage } from './render-usage';

/** Thinking comes back only with this in front: see read-request. */
export function getSignature({ id }: Answer): string {
  return `sim-signature-${id}`;
}

export function renderAnswer(answer: Answer): string {
  const usage = renderUsage(answer);
  const content = answer.instructions.body === 'empty_choices' ? [] : listBlocks(answer);
  const message = {
    model: answer.request.model,
    id: answer.id,
    type: 'message',
    role: 'assistant',
    content,
    ...getStop(answer),
  };
  const text = JSON.stringify(message);
  return usage === undefined ? text : `${text.slice(0, -1)},"usage":${usage}}`;
}

export function getStop({ finishReason, stopSequence }: Answer): {
  stop_reason: string;
  stop_sequence: string | null;
} {
  if (stopSequence !== undefined && finishReason === 'stop') {
    return { stop_reason: 'stop_sequence', stop_sequence: stopSequence };
  }
  const words = {
    stop: 'end_turn',
    length: 'max_tokens',
    tool_calls: 'tool_use',
    refusal: 'refusal',
  };
  return { stop_reason: words[finishReason], stop_sequence: null };
}

/** Each search is a call and its result, both made by the provider. */
export function listSearchBlocks({ id, searches }: Answer): object[] {
  return Array.from({ length: searches }, (_, index) => {
    const useId = `srvtoolu_${id.slice(-12)}_${index}`;
    const found = {
      type: 'web_search_result',
      ...foundSource,
      encrypted_content: 'c2lt',
      page_age: null,
    };
    return [
      { type: 'server_tool_use', id: useId, name: 'web_search', input: { query: 'gate' } },
      { type: 'web_search_tool_result', tool_use_id: useId, content: [found] },
    ];
  }).flat();
}

export function makeCitation(): object {
  return {
    type: 'web_search_result_location',
    ...foundSource,
    encrypted_index: 'c2lt',
    cited_text: 'The gate opens',
  };
}

function renderCitations({ searches }: Answer): object {
  return searches === 0 ? {} : { citations: [makeCitation()] };
}

function listBlocks(answer: Answer): object[] {
  const { reasoningTokens, toolCalls } = answer;
  const thinking = listReasoningPieces(answer).join('');
  const text = listAnswerPieces(answer).join('');
  return [
    ...(reasoningTokens > 0
      ? [{ type: 'thinking', thinking, signature: getSignature(answer) }]
      : []),
    ...listSearchBlocks(answer),
    ...(toolCalls.length > 0
      ? toolCalls.map(({ arguments: json, id, name }) => ({
          type: 'tool_use',
          id: id.replace('call_', 'toolu_'),
          name,
          input: JSON.parse(json) as unknown,
        }))
      : [{ type: 'text', text, ...renderCitations(answer) }]),
  ];
}
