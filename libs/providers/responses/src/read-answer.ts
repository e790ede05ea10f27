import type { FinishReason, ProviderAdapter, SseEvent } from '@tollgate/model-spec';
import { asFieldList, asFields, asText, parseEvent, type Fields } from '@tollgate/model-kit';
import { mapStopReason, readStopWord } from './map-stop-reason';
import { mapUsage } from './map-usage';

/** Usage and end of an answer that passes as bytes. */
export const readAnswer: ProviderAdapter['readAnswer'] = (body) => ({
  hasContent: Array.isArray(body['output']),
  finishReason: readFinishReason(body),
  nativeFinishReason: readStopWord(body),
  usage: mapUsage(body['usage']),
  extras: readExtras(body),
});

/** The protocol has no word for it: a response that calls is simply completed. */
export function readFinishReason(body: Fields): FinishReason | undefined {
  const finishReason = mapStopReason(readStopWord(body));
  const hasCalls = asFieldList(body['output']).some(isCall);
  return finishReason === 'stop' && hasCalls ? 'tool_calls' : finishReason;
}

export function isCall({ type }: Fields): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}

const callSuffix = '_call';

/** Item types that differ from the name of their tool. */
const toolOfItem: ReadonlyMap<string, string> = new Map([['computer', 'computer_use']]);
/** Calls that the client answers: the provider runs nothing for them. */
const clientCalls: ReadonlySet<string> = new Set(['function', 'custom_tool', 'local_shell']);

/** Every output item of a hosted tool is one use of it. */
export const readExtras: ProviderAdapter['readExtras'] = (body) => {
  const uses = new Map<string, number>();
  for (const item of asFieldList(body['output'])) {
    const tool = readTool(item);
    if (tool !== undefined) uses.set(tool, (uses.get(tool) ?? 0) + 1);
  }
  return { serviceTier: asText(body['service_tier']), toolUses: uses };
};

/** In a stream, an item that is done is one use. */
export function readUse({ data }: SseEvent): string | undefined {
  if (!data.includes('"response.output_item.done"') || !data.includes(callSuffix)) return undefined;
  return readTool(asFields(parseEvent(data)['item']));
}

/** Undefined: the item is no call of a hosted tool. */
function readTool(item: Fields): string | undefined {
  const type = asText(item['type']) ?? '';
  if (!type.endsWith(callSuffix)) return undefined;
  const name = type.slice(0, -callSuffix.length);
  return clientCalls.has(name) ? undefined : (toolOfItem.get(name) ?? name);
}
