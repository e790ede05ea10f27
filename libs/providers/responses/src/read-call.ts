import type { StreamPart } from '@tollgate/model-spec';
import { asText, type Fields } from '@tollgate/model-kit';
import { readCall } from './read-item';

/** A tool call whose arguments are still arriving. */
export interface OpenCall {
  readonly index: number;
  readonly isCustom: boolean;
  hasArguments: boolean;
  isEnded: boolean;
}

/** Free text becomes the one argument of a function, so that arguments are always JSON. */
const customStart = '{"input":"';
const customEnd = '"}';

export function startCall(
  item: Fields,
  index: number,
): { readonly call: OpenCall; readonly parts: readonly StreamPart[] } {
  const { id, name } = readCall(item);
  const isCustom = item['type'] === 'custom_tool_call';
  const start: StreamPart = { type: 'tool-call-start', index, id, name };
  return {
    call: { index, isCustom, hasArguments: false, isEnded: false },
    parts: isCustom ? [start, makeDelta(index, customStart)] : [start],
  };
}

export function pushArguments(call: OpenCall, text: string): readonly StreamPart[] {
  if (text === '') return [];
  call.hasArguments = true;
  return [makeDelta(call.index, call.isCustom ? escapeText(text) : text)];
}

/** The final item holds everything, for upstreams that send no deltas. */
export function endCall(call: OpenCall, item: Fields): readonly StreamPart[] {
  const whole = asText(item[call.isCustom ? 'input' : 'arguments']) ?? '';
  const missing = call.hasArguments ? [] : pushArguments(call, whole);
  call.isEnded = true;
  return [
    ...missing,
    ...(call.isCustom ? [makeDelta(call.index, customEnd)] : []),
    { type: 'tool-call-end', index: call.index },
  ];
}

/** The inside of a JSON string. Halves of a pair are escaped one by one and meet again. */
function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function makeDelta(index: number, text: string): StreamPart {
  return { type: 'tool-call-delta', index, arguments: text };
}
