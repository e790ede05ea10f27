import type {
  AssistantPart,
  NeutralMessage,
  ReasoningPart,
  SystemMessage,
  ToolCallPart,
  ToolMessage,
} from '@tollgate/model-spec';
import { makeUlid } from '@tollgate/ids';
import {
  asFieldList,
  asText,
  normalizeArguments,
  openSignature,
  type Fields,
} from '@tollgate/model-kit';
import { readCallId, readItemType } from './check-items';
import { readAssistantParts, readResultParts, readTextParts, readUserParts } from './read-content';
import { readToolName } from './read-tools';

/** Items as turns: consecutive items of the assistant are one message. */
export function readItems(body: Fields): readonly NeutralMessage[] {
  const { input, instructions } = body;
  const messages: NeutralMessage[] = [];
  let turn: AssistantPart[] = [];
  const closeTurn = (): void => {
    if (turn.length > 0) messages.push({ role: 'assistant', parts: joinSignatures(turn) });
    turn = [];
  };
  if (typeof instructions === 'string' && instructions !== '') {
    messages.push({ role: 'system', parts: [{ type: 'text', text: instructions }] });
  }
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : asFieldList(input);
  for (const item of items) {
    const parts = readTurnParts(item);
    if (parts !== undefined) {
      turn.push(...parts);
      continue;
    }
    const message = readMessage(item);
    if (message === undefined) continue;
    closeTurn();
    messages.push(message);
  }
  closeTurn();
  return messages;
}

/** Text, reasoning or calls of the assistant; undefined: the item is of another role. */
function readTurnParts(item: Fields): readonly AssistantPart[] | undefined {
  switch (readItemType(item)) {
    case 'message':
      return item['role'] === 'assistant' ? readAssistantParts(item['content']) : undefined;
    case 'reasoning':
      return readThought(item);
    case 'function_call':
    case 'custom_tool_call':
      return [readCall(item)];
    default:
      return undefined;
  }
}

/** Undefined: an item that only the host of a tool can read. */
function readMessage(item: Fields): NeutralMessage | undefined {
  const { content, role } = item;
  switch (readItemType(item)) {
    case 'message':
      return role === 'user'
        ? { role, parts: readUserParts(content) }
        : { role: role as SystemMessage['role'], parts: readTextParts(content) };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return readResult(item);
    default:
      return undefined;
  }
}

function readThought(item: Fields): readonly ReasoningPart[] {
  const texts = asFieldList(item['summary']).concat(asFieldList(item['content']));
  const text = texts.map((part) => asText(part['text']) ?? '').join('\n\n');
  const sealed = asText(item['encrypted_content']);
  if (!sealed) return text === '' ? [] : [{ type: 'reasoning', text, format: 'unknown' }];
  const { format, isRedacted, signature } = openSignature(sealed);
  const id = asText(item['id']);
  return [
    {
      type: 'reasoning',
      text,
      format,
      signature,
      ...(isRedacted ? { isRedacted } : {}),
      // We made the ids of reasoning from other providers: no provider can look them up.
      ...(format === 'openai' && id !== undefined ? { id } : {}),
    },
  ];
}

function readCall(item: Fields): ToolCallPart {
  const isCustom = readItemType(item) === 'custom_tool_call';
  return {
    type: 'tool-call',
    id: readCallId(item) ?? `call_${makeUlid()}`,
    name: readToolName(item),
    arguments: isCustom ? (asText(item['input']) ?? '') : normalizeArguments(item['arguments']),
    ...(isCustom ? { isCustom } : {}),
  };
}

function readResult(item: Fields): ToolMessage {
  const isCustom = item['type'] === 'custom_tool_call_output';
  return {
    role: 'tool',
    callId: asText(item['call_id']) ?? '',
    parts: readResultParts(item['output'] ?? ''),
    ...(isCustom ? { isCustom } : {}),
  };
}

/** Google's signature without reasoning belongs to the call that follows it. */
function joinSignatures(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  return parts.flatMap((part, index): AssistantPart[] => {
    const previous = parts[index - 1];
    const next = parts[index + 1];
    if (isCallSignature(part) && next?.type === 'tool-call') return [];
    if (part.type !== 'tool-call' || !isCallSignature(previous)) return [part];
    return [{ ...part, thoughtSignature: previous.signature }];
  });
}

function isCallSignature(
  part: AssistantPart | undefined,
): part is ReasoningPart & { readonly signature: string } {
  if (part?.type !== 'reasoning' || part.signature === undefined) return false;
  return part.format === 'google' && part.text === '';
}
