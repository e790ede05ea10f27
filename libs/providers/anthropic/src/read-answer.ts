import type { ProviderAdapter, SseEvent } from '@tollgate/model-spec';
import {
  asText,
  asWire,
  asWireList,
  asFieldList,
  asFields,
  readCount,
  parseEvent,
} from '@tollgate/model-kit';
import { mapUsage } from './map-usage';
import { correctFinish } from './read-content';
import type { Message } from './wire';

/** Usage and end of an answer that passes as bytes. */
export const readAnswer: ProviderAdapter['readAnswer'] = (body) => {
  const { content, stop_reason, usage } = asWire<Message>(body);
  const hasCall = asWireList<{ type: string }>(content).some(({ type }) => type === 'tool_use');
  return {
    hasContent: Array.isArray(content),
    finishReason: correctFinish(stop_reason, { hasCall, hasJson: false }),
    nativeFinishReason: asText(stop_reason),
    usage: mapUsage(usage),
    extras: readExtras(body),
  };
};

const countedSuffix = '_requests';

/** Blocks of tools that the usage does not count, by the name of the tool. */
const toolOfBlock: ReadonlyMap<string, string> = new Map([
  ['code_execution', 'code_execution'],
  ['bash_code_execution', 'code_execution'],
  ['text_editor_code_execution', 'code_execution'],
]);

/** Uses by the counts of the usage; tools that it does not count by their blocks. */
export const readExtras: ProviderAdapter['readExtras'] = (body) => {
  const usage = asFields(body['usage']);
  const uses = new Map<string, number>();
  for (const block of asFieldList(body['content'])) {
    const tool = readBlockTool(asText(block['type']), asText(block['name']) ?? '');
    if (tool !== undefined) uses.set(tool, (uses.get(tool) ?? 0) + 1);
  }
  for (const [name, value] of Object.entries(asFields(usage['server_tool_use']))) {
    const count = readCount(value);
    if (!name.endsWith(countedSuffix) || count === undefined) continue;
    uses.set(name.slice(0, -countedSuffix.length), count);
  }
  return { serviceTier: asText(usage['service_tier']), toolUses: uses };
};

/** In a stream, the start of such a block is one use. */
export function readUse({ data }: SseEvent): string | undefined {
  if (!data.includes('"content_block_start"') || !data.includes('_tool_use')) return undefined;
  const block = asFields(parseEvent(data)['content_block']);
  return readBlockTool(asText(block['type']), asText(block['name']) ?? '');
}

function readBlockTool(type: string | undefined, name: string): string | undefined {
  if (type === 'mcp_tool_use') return 'mcp';
  return type === 'server_tool_use' ? (toolOfBlock.get(name) ?? name) : undefined;
}
