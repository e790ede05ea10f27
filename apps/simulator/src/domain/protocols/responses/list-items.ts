import { listAnswerPieces, listReasoningPieces, type Answer } from '../../answer';
import { foundSource } from '../../found-source';

/** One item of the output, and the pieces in which a stream brings it. */
export interface OutputItem {
  readonly kind: 'reasoning' | 'message' | 'call' | 'search';
  readonly item: Readonly<Record<string, unknown>>;
  readonly pieces: readonly string[];
}

export function listItems(answer: Answer): OutputItem[] {
  const { finishReason, id, instructions, reasoningTokens, searches, toolCalls } = answer;
  if (instructions.body === 'empty_choices') return [];
  const tail = id.slice(-12);
  const items: OutputItem[] = [];
  if (reasoningTokens > 0) {
    const pieces = listReasoningPieces(answer);
    const summary = [{ type: 'summary_text', text: pieces.join('') }];
    const item = { id: `rs_${tail}`, type: 'reasoning', summary, encrypted_content: `enc-${tail}` };
    items.push({ kind: 'reasoning', item, pieces });
  }
  for (let index = 0; index < searches; index++) {
    const action = { type: 'search', query: 'gate', queries: ['gate'], sources: null };
    const item = {
      id: `ws_${tail}_${index}`,
      type: 'web_search_call',
      status: 'completed',
      action,
    };
    items.push({ kind: 'search', item, pieces: [] });
  }
  for (const [index, call] of toolCalls.entries()) {
    items.push({
      kind: 'call',
      pieces: call.pieces,
      item: {
        id: `fc_${tail}_${index}`,
        type: 'function_call',
        status: 'completed',
        arguments: call.arguments,
        call_id: call.id,
        name: call.name,
      },
    });
  }
  if (toolCalls.length > 0) return items;
  const pieces = listAnswerPieces(answer);
  const text = pieces.join('');
  const part = instructions.isRefusal
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', text, annotations: listAnnotations(answer), logprobs: [] };
  const status = finishReason === 'length' ? 'incomplete' : 'completed';
  const item = { id: `msg_${tail}`, type: 'message', status, role: 'assistant', content: [part] };
  return [...items, { kind: 'message', item, pieces }];
}

/** Citations of an answer with searches. */
function listAnnotations({ searches }: Answer): object[] {
  return searches === 0
    ? []
    : [{ type: 'url_citation', ...foundSource, start_index: 0, end_index: 3 }];
}
