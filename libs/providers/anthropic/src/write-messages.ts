import type {
  AssistantMessage,
  AssistantPart,
  NeutralMessage,
  ReasoningPart,
  SystemMessage,
  ToolCallPart,
  ToolMessage,
} from '@tollgate/model-spec';
import { isForeignSignature, mapToolId, parseArguments } from '@tollgate/model-kit';
import {
  markCache,
  type ContentBlockParam,
  type TextBlockParam,
  type ToolResultBlockParam,
  type WireMessage,
} from './wire';
import { writeParts, writeText, type FileOptions } from './write-parts';

export interface WireConversation {
  readonly system: TextBlockParam[];
  readonly messages: WireMessage[];
}

/** The API has `system` only beside the messages and requires alternating roles from `user` on. */
export function writeMessages(
  given: readonly NeutralMessage[],
  options: FileOptions = {},
): WireConversation {
  const system: TextBlockParam[] = [];
  const messages: WireMessage[] = [];
  given.forEach((message, index) => {
    if (isSystem(message)) {
      system.push(...message.parts.flatMap(writeText));
      return;
    }
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const isLast = index === given.length - 1;
    append(messages, { role, content: writeContent(message, options) }, isLast ? 'keep' : 'drop');
  });
  if (messages[0]?.role !== 'user') {
    messages.unshift({ role: 'user', content: [{ type: 'text', text: '.' }] });
  }
  for (const message of messages) if (message.role === 'assistant') putCallsLast(message.content);
  trimPrefill(messages.at(-1));
  return { system, messages };
}

function isSystem(message: NeutralMessage): message is SystemMessage {
  return message.role === 'system' || message.role === 'developer';
}

/** Blocks of one role in a row are one message; results of tools come first in it. */
function append(messages: WireMessage[], next: WireMessage, ifEmpty: 'keep' | 'drop'): void {
  const last = messages.at(-1);
  if (last?.role !== next.role) {
    if (next.content.length > 0 || ifEmpty === 'keep') messages.push(next);
    return;
  }
  if (next.content[0]?.type !== 'tool_result') {
    last.content.push(...next.content);
    return;
  }
  const firstOther = last.content.findIndex((block) => block.type !== 'tool_result');
  const place = firstOther === -1 ? last.content.length : firstOther;
  last.content.splice(place, 0, ...next.content);
}

function writeContent(
  message: Exclude<NeutralMessage, SystemMessage>,
  options: FileOptions,
): ContentBlockParam[] {
  switch (message.role) {
    case 'user':
      return writeParts(message.parts, options);
    case 'assistant':
      return writeAssistant(message);
    case 'tool':
      return [writeResult(message, options)];
  }
}

function writeAssistant({ parts }: AssistantMessage): ContentBlockParam[] {
  return parts.flatMap((part: AssistantPart): ContentBlockParam[] => {
    switch (part.type) {
      case 'text':
        return writeText(part);
      case 'refusal':
        return writeText({ type: 'text', text: part.text });
      case 'reasoning':
        return writeThinking(part);
      case 'tool-call':
        return [writeCall(part)];
      case 'image':
        // Claude makes none and takes none back; the text beside it stays.
        return [];
    }
  });
}

/** Thinking of others carries no signature that the API would accept. */
function writeThinking({
  format,
  isRedacted,
  signature,
  text,
}: ReasoningPart): ContentBlockParam[] {
  if (format !== 'anthropic' || signature === undefined || isForeignSignature(signature)) return [];
  if (isRedacted === true) return [{ type: 'redacted_thinking', data: signature }];
  return [{ type: 'thinking', thinking: text, signature }];
}

function writeCall(call: ToolCallPart): ContentBlockParam {
  const { cacheControl, id, isCustom, name } = call;
  const input = isCustom === true ? { input: call.arguments } : parseArguments(call.arguments);
  return { type: 'tool_use', id: mapToolId(id), name, input, ...markCache(cacheControl) };
}

function writeResult(message: ToolMessage, options: FileOptions): ToolResultBlockParam {
  const { cacheControl, callId, isError, parts } = message;
  const [first] = parts;
  const isBareText =
    parts.length === 1 && first?.type === 'text' && first.cacheControl === undefined;
  const blocks = writeParts(parts, options);
  return {
    type: 'tool_result',
    tool_use_id: mapToolId(callId),
    content: isBareText ? first.text : blocks.length > 0 ? blocks : '',
    ...(isError === true ? { is_error: true } : {}),
    ...markCache(cacheControl),
  };
}

/** Signed thinking must stay exactly where it stood; without it, calls belong behind the text. */
function putCallsLast(content: ContentBlockParam[]): void {
  if (content.some(isThinking)) return;
  const calls = content.filter((block) => block.type === 'tool_use');
  const others = content.filter((block) => block.type !== 'tool_use');
  content.splice(0, content.length, ...others, ...calls);
}

export function isThinking(block: ContentBlockParam | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

/** The API refuses a beginning of its answer that ends in white space. */
function trimPrefill(last: WireMessage | undefined): void {
  const block = last?.content.at(-1);
  if (last?.role !== 'assistant' || block?.type !== 'text') return;
  block.text = block.text.trimEnd();
  if (block.text === '') last.content.pop();
}
