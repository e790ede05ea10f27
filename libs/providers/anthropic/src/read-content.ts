import type { Annotation, AnswerPart, FinishReason } from '@tollgate/model-spec';
import { makeUlid } from '@tollgate/ids';
import { asText, asWire, asWireList, normalizeArguments, type Wire } from '@tollgate/model-kit';
import { mapStopReason } from './map-stop-reason';
import type {
  CitationsWebSearchResultLocation,
  RedactedThinkingBlock,
  TextBlock,
  ThinkingBlock,
  ToolUseBlock,
} from './wire';

/** The blocks of an answer; those of tools that the provider runs are left out. */
export function readContent(content: unknown, jsonTool: string | undefined): AnswerPart[] {
  return asWireList<{ type: string }>(content).flatMap((block) => readBlock(block, jsonTool));
}

function readBlock(block: Wire<{ type: string }>, jsonTool: string | undefined): AnswerPart[] {
  switch (block.type) {
    case 'text':
      return readText(asWire<TextBlock>(block));
    case 'thinking':
      return [readThinking(asWire<ThinkingBlock>(block))];
    case 'redacted_thinking': {
      const signature = asText(asWire<RedactedThinkingBlock>(block).data) ?? '';
      return [{ type: 'reasoning', text: '', format: 'anthropic', signature, isRedacted: true }];
    }
    case 'tool_use':
      return [readCall(asWire<ToolUseBlock>(block), jsonTool)];
    default:
      return [];
  }
}

function readText(block: Wire<TextBlock>): AnswerPart[] {
  const text = asText(block.text) ?? '';
  const annotations = asWireList(block.citations).flatMap(readAnnotation);
  if (text === '' && annotations.length === 0) return [];
  return [{ type: 'text', text, ...(annotations.length > 0 && { annotations }) }];
}

function readThinking(block: Wire<ThinkingBlock>): AnswerPart {
  const signature = asText(block.signature);
  return {
    type: 'reasoning',
    text: asText(block.thinking) ?? '',
    format: 'anthropic',
    ...(signature !== undefined && signature !== '' && { signature }),
  };
}

function readCall(block: Wire<ToolUseBlock>, jsonTool: string | undefined): AnswerPart {
  const text = normalizeArguments(block.input);
  const name = asText(block.name) ?? '';
  if (name === jsonTool) return { type: 'text', text };
  return { type: 'tool-call', id: readCallId(block), name, arguments: text };
}

/** Anthropic always sends one; other hosts of the protocol may not. */
export function readCallId({ id }: Wire<ToolUseBlock>): string {
  return typeof id === 'string' && id !== '' ? id : `call_${makeUlid()}`;
}

/** Only what can be followed: places in the caller's own documents have no address. */
export function readAnnotation(citation: unknown): Annotation[] {
  const { title, url } = asWire<CitationsWebSearchResultLocation>(citation);
  if (typeof url !== 'string') return [];
  return [{ url, ...(typeof title === 'string' && { title }) }];
}

/** A call counts as a call whatever the stop reason; the JSON tool is not one. */
export function correctFinish(
  word: unknown,
  { hasCall, hasJson }: { readonly hasCall: boolean; readonly hasJson: boolean },
): FinishReason | undefined {
  const finishReason = mapStopReason(word);
  if (finishReason === 'stop' && hasCall) return 'tool_calls';
  if (finishReason === 'tool_calls' && !hasCall && hasJson) return 'stop';
  return finishReason;
}
