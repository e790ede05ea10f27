import {
  asFieldList,
  asText,
  omitUndefined,
  readCacheControl,
  type Fields,
} from '@tollgate/model-kit';
import type {
  AssistantMessage,
  AssistantPart,
  NeutralMessage,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UserPart,
} from '@tollgate/model-spec';
import { makeText, readBlock, readContent } from './read-content';
import { readRedactedThinking, readThinking } from './read-reasoning';

/** The conversation of a Messages body, with its system prompt first. */
export function readMessages(body: Fields): readonly NeutralMessage[] {
  const messages = asFieldList(body['messages']).flatMap((message, index) =>
    readMessage(message, `messages.${index}`),
  );
  return [...readSystem(body['system'], 'system'), ...messages];
}

function readSystem(content: unknown, role: SystemMessage['role']): readonly SystemMessage[] {
  const blocks = typeof content === 'string' ? [{ text: content }] : asFieldList(content);
  const parts = blocks.map((block) => makeText(block['text'], block)).filter(isSaid);
  return parts.length === 0 ? [] : [{ role, parts }];
}

function isSaid({ text }: TextPart): boolean {
  return text !== '';
}

function readMessage(message: Fields, param: string): readonly NeutralMessage[] {
  const { content, role } = message;
  // Instructions in the middle of a conversation keep their place.
  if (role === 'system') return readSystem(content, 'developer');
  return role === 'assistant' ? [readAssistant(content)] : readUser(content, `${param}.content`);
}

/** Tool results become separate messages, before the rest of the user's content. */
function readUser(content: unknown, param: string): readonly NeutralMessage[] {
  if (typeof content === 'string') {
    return [{ role: 'user', parts: [{ type: 'text', text: content }] }];
  }
  const results: ToolMessage[] = [];
  const parts: UserPart[] = [];
  asFieldList(content).forEach((block, index) => {
    if (block['type'] === 'tool_result') results.push(readResult(block, `${param}.${index}`));
    else parts.push(...readBlock(block, `${param}.${index}`));
  });
  const hasSpoken = parts.length > 0 || results.length === 0;
  return hasSpoken ? [...results, { role: 'user', parts }] : results;
}

function readResult(block: Fields, param: string): ToolMessage {
  return omitUndefined<ToolMessage>({
    role: 'tool',
    callId: asText(block['tool_use_id']) ?? '',
    parts: readContent(block['content'], `${param}.content`),
    isError: block['is_error'] === true || undefined,
    cacheControl: readCacheControl(block),
  });
}

function readAssistant(content: unknown): AssistantMessage {
  const parts: readonly AssistantPart[] =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : asFieldList(content).flatMap(readAnswerBlock);
  return { role: 'assistant', parts };
}

function readAnswerBlock(block: Fields): readonly AssistantPart[] {
  switch (block['type']) {
    case 'text':
      return [makeText(block['text'], block)];
    case 'thinking':
      return [readThinking(block)];
    case 'redacted_thinking':
      return [readRedactedThinking(block)];
    case 'tool_use':
      return [readUse(block)];
    default:
      // Blocks of Anthropic's hosted tools have no neutral form; the text after them sums them up.
      return [];
  }
}

function readUse(block: Fields): ToolCallPart {
  return omitUndefined<ToolCallPart>({
    type: 'tool-call',
    id: asText(block['id']) ?? '',
    name: asText(block['name']) ?? '',
    arguments: JSON.stringify(block['input'] ?? {}),
    cacheControl: readCacheControl(block),
  });
}
