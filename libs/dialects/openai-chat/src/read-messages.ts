import {
  asFieldList,
  asFields,
  asText,
  makeFault,
  normalizeArguments,
  omitUndefined,
  readCacheControl,
  type Fields,
} from '@tollgate/model-kit';
import type {
  AssistantMessage,
  AssistantPart,
  AudioPart,
  NeutralMessage,
  SystemMessage,
  ToolCallPart,
  ToolMessage,
  UserMessage,
} from '@tollgate/model-spec';
import { markLast, readContent, readImage, type ContentPart } from './read-content';
import { readCallSignature, readThoughts } from './read-reasoning';

const userTypes = ['text', 'image', 'file', 'audio', 'video'] as const;

/** The conversation of a chat body. Audio beside it belongs to the last user message. */
export function readMessages(body: Fields): readonly NeutralMessage[] {
  const messages = asFieldList(body['messages']).map((message, index) =>
    readMessage(message, `messages.${index}`),
  );
  const audio = body['input_audio'];
  return audio == null ? messages : appendAudio(messages, asFields(audio));
}

function readMessage(message: Fields, param: string): NeutralMessage {
  switch (message['role']) {
    case 'system':
    case 'developer':
      return readSystem(message, message['role'], param);
    case 'assistant':
      return readAssistant(message, param);
    case 'tool':
      return readResult(message, param);
    default:
      return readUser(message, param);
  }
}

function readSystem(message: Fields, role: SystemMessage['role'], param: string): SystemMessage {
  const parts = readContent(message['content'], `${param}.content`);
  return omitUndefined<SystemMessage>({
    role,
    parts: markLast(only(parts, ['text'], param), readCacheControl(message)),
    name: asText(message['name']),
  });
}

function readUser(message: Fields, param: string): UserMessage {
  const parts = readContent(message['content'], `${param}.content`);
  return omitUndefined<UserMessage>({
    role: 'user',
    parts: markLast(only(parts, userTypes, param), readCacheControl(message)),
    name: asText(message['name']),
  });
}

function readAssistant(message: Fields, param: string): AssistantMessage {
  const thoughts = readThoughts(message);
  const calls = asFieldList(message['tool_calls']).map((call, index) =>
    readCall(call, `${param.replace('messages.', 'call_')}_${index}`, thoughts.callSignatures),
  );
  const refusal = asText(message['refusal']);
  const said = readContent(message['content'], `${param}.content`);
  const parts: readonly AssistantPart[] = [
    ...thoughts.parts,
    ...only(said, ['text', 'refusal', 'image'], param),
    ...(refusal === undefined ? [] : [{ type: 'refusal', text: refusal } as const]),
    ...asFieldList(message['images']).map((image) => readImage(image)),
    ...calls,
  ];
  // An empty text beside other parts has no meaning, and some providers refuse it.
  const spoken = parts.length > 1 ? parts.filter((part) => !isEmptyText(part)) : parts;
  return omitUndefined<AssistantMessage>({
    role: 'assistant',
    parts: markLast(spoken, readCacheControl(message)),
    name: asText(message['name']),
  });
}

function isEmptyText(part: AssistantPart): boolean {
  return part.type === 'text' && part.text === '';
}

function readCall(
  call: Fields,
  madeId: string,
  signatures: ReadonlyMap<string, string>,
): ToolCallPart {
  const id = asText(call['id']) ?? madeId;
  const isCustom = call['type'] === 'custom' ? true : undefined;
  const { arguments: text, input, name } = asFields(call[isCustom ? 'custom' : 'function']);
  return omitUndefined<ToolCallPart>({
    type: 'tool-call',
    id,
    name: asText(name) ?? '',
    arguments: isCustom ? (asText(input) ?? '') : normalizeArguments(text),
    isCustom,
    thoughtSignature: signatures.get(id) ?? readCallSignature(call),
    cacheControl: readCacheControl(call),
  });
}

function readResult(message: Fields, param: string): ToolMessage {
  const parts = readContent(message['content'], `${param}.content`);
  return omitUndefined<ToolMessage>({
    role: 'tool',
    callId: asText(message['tool_call_id']) ?? '',
    name: asText(message['name']),
    parts: only(parts, ['text', 'image', 'file'], param),
    cacheControl: readCacheControl(message),
  });
}

/** The same parts when the role may contain all of them. */
function only<Type extends ContentPart['type']>(
  parts: readonly ContentPart[],
  types: readonly Type[],
  param: string,
): readonly Extract<ContentPart, { type: Type }>[] {
  const isKnown = (part: ContentPart): part is Extract<ContentPart, { type: Type }> =>
    types.some((type) => type === part.type);
  if (parts.every(isKnown)) return parts;
  throw makeFault(`${param}.content`, 'holds something that this role cannot say');
}

function appendAudio(messages: readonly NeutralMessage[], audio: Fields): NeutralMessage[] {
  const { data, format } = audio;
  const part: AudioPart = {
    type: 'audio',
    data: asText(data) ?? '',
    format: asText(format) ?? '',
  };
  const index = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages[index];
  if (last?.role !== 'user') return [...messages, { role: 'user', parts: [part] }];
  return messages.with(index, { ...last, parts: [...last.parts, part] });
}
