import { listAnswerPieces, listReasoningPieces, type Answer } from '../../answer';
import { planStream } from '../../plan-stream';
import type { StreamPlan } from '../../protocol';
import { getSignature, getStop, listSearchBlocks, makeCitation } from './render-answer';
import { renderStartUsage, renderUsage } from './render-usage';

/** Block by block, as the Messages API does it; its blocks never mix. */
export function renderStream(answer: Answer): StreamPlan {
  const { id, instructions, request } = answer;
  const start =
    `{"type":"message_start","message":{"model":${JSON.stringify(request.model)},"id":"${id}",` +
    '"type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,' +
    `"usage":${renderStartUsage(answer)}}}`;
  const usage = renderUsage(answer);
  const delta = `{"type":"message_delta","delta":${JSON.stringify(getStop(answer))}`;
  const end = usage === undefined ? `${delta}}` : `${delta},"usage":${usage}}`;
  const early =
    instructions.usage === 'twice' ? [event(`${delta},"usage":${renderStartUsage(answer)}}`)] : [];
  return planStream(answer, {
    opening: [event(start), event('{"type":"ping"}')],
    contents: instructions.body === 'empty_choices' ? [] : renderBlocks(answer),
    closing: [...early, event(end), event('{"type":"message_stop"}')],
    error: event('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'),
  });
}

function event(data: string): string {
  const name = /^\{"type":"([a-z_]+)"/.exec(data)?.[1] ?? '';
  return `event: ${name}\ndata: ${data}\n\n`;
}

function send(value: { readonly type: string; readonly [name: string]: unknown }): string {
  return event(JSON.stringify(value));
}

/** One event for each piece; what opens a block comes with its first, what closes it last. */
function renderBlock(index: number, block: object, deltas: readonly object[]): string[] {
  const start = send({ type: 'content_block_start', index, content_block: block });
  const stop = send({ type: 'content_block_stop', index });
  const events = deltas.map((delta) => send({ type: 'content_block_delta', index, delta }));
  return [
    start + (events[0] ?? ''),
    ...events.slice(1, -1),
    ...events
      .slice(1)
      .slice(-1)
      .map((last) => last + stop),
    ...(events.length < 2 ? [stop] : []),
  ];
}

function renderBlocks(answer: Answer): string[] {
  const { reasoningTokens, toolCalls } = answer;
  const blocks: string[] = [];
  let index = 0;
  if (reasoningTokens > 0) {
    const deltas = listReasoningPieces(answer).map((thinking) => ({
      type: 'thinking_delta',
      thinking,
    }));
    const signature = { type: 'signature_delta', signature: getSignature(answer) };
    blocks.push(
      ...renderBlock(index++, { type: 'thinking', thinking: '', signature: '' }, [
        ...deltas,
        signature,
      ]),
    );
  }
  for (const block of listSearchBlocks(answer)) blocks.push(...renderBlock(index++, block, []));
  for (const { id, name, pieces } of toolCalls) {
    const block = { type: 'tool_use', id: id.replace('call_', 'toolu_'), name, input: {} };
    const deltas = ['', ...pieces].map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    }));
    blocks.push(...renderBlock(index++, block, deltas));
  }
  if (toolCalls.length > 0) return blocks;
  const texts = listAnswerPieces(answer).map((text) => ({ type: 'text_delta', text }));
  const cited = { type: 'citations_delta', citation: makeCitation() };
  const deltas = answer.searches === 0 ? texts : [cited, ...texts];
  return [...blocks, ...renderBlock(index, { type: 'text', text: '' }, deltas)];
}
