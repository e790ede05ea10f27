import type {
  AssistantMessage,
  AssistantPart,
  ModelFamily,
  NeutralMessage,
  RefusalPart,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UserMessage,
  UserPart,
} from '@tollgate/model-spec';
import { normalizeArguments, type Fields } from '@tollgate/model-kit';
import type { ChatCompletionMessageFunctionToolCall } from 'openai/resources/chat/completions';
import { writeContent, writePart, type WirePart } from './write-parts';
import { writeThoughts } from './write-reasoning';

/** The conversation as Chat has it. */
export function writeMessages(messages: readonly NeutralMessage[], family: ModelFamily): Fields[] {
  const written: Fields[] = [];
  // What a result cannot hold follows the last result of its turn: results must be adjacent.
  let media: WirePart[] = [];
  messages.forEach((message, index) => {
    if (message.role === 'tool') {
      media.push(...message.parts.filter(isMedia).map(writePart));
      written.push(writeResult(message));
    } else {
      if (media.length > 0) written.push({ role: 'user', content: media });
      media = [];
      const isLast = index === messages.length - 1;
      const fields = writeMessage(message, family);
      if (fields !== undefined) written.push(fields);
      else if (isLast) written.push({ role: message.role, content: '' });
    }
  });
  if (media.length > 0) written.push({ role: 'user', content: media });
  return written;
}

/** Undefined: nothing is left of it. */
function writeMessage(
  message: Exclude<NeutralMessage, ToolMessage>,
  family: ModelFamily,
): Fields | undefined {
  return message.role === 'assistant'
    ? writeAssistant(message, family)
    : writeInput(message, family);
}

function writeInput(message: SystemMessage | UserMessage, family: ModelFamily): Fields | undefined {
  const parts = (message.parts as readonly UserPart[]).filter(hasSubstance);
  if (parts.length === 0) return undefined;
  const isForeign = message.role === 'developer' && family !== 'openai';
  return {
    role: isForeign ? 'system' : message.role,
    content: writeContent(parts),
    ...writeName(message),
  };
}

function writeAssistant(message: AssistantMessage, family: ModelFamily): Fields | undefined {
  const ofType = <Type extends AssistantPart['type']>(
    type: Type,
  ): readonly Extract<AssistantPart, { type: Type }>[] =>
    message.parts.filter((part) => part.type === type) as Extract<AssistantPart, { type: Type }>[];
  // Only OpenAI has a field for refusals; others get it as text of the assistant.
  const isSaid = (part: AssistantPart): part is TextPart | RefusalPart =>
    part.type === 'text' || (part.type === 'refusal' && family !== 'openai');
  const texts = message.parts.filter(isSaid).map(toText).filter(hasSubstance);
  const refusal = family === 'openai' ? ofType('refusal').map((part) => part.text) : [];
  const calls = ofType('tool-call');
  const images = family === 'openai' ? [] : ofType('image').map(writePart);
  const fields = {
    content: texts.length === 0 ? null : writeContent(texts),
    ...writeThoughts(ofType('reasoning'), calls, family),
    ...(refusal.length === 0 ? {} : { refusal: refusal.join('') }),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => writeCall(call, family)) }),
  };
  const isEmpty = fields.content === null && Object.keys(fields).length === 1;
  return isEmpty ? undefined : { role: 'assistant', ...fields, ...writeName(message) };
}

function toText(part: TextPart | RefusalPart): TextPart {
  return part.type === 'text' ? part : { type: 'text', text: part.text };
}

type WireCall = ChatCompletionMessageFunctionToolCall & { readonly extra_content?: Fields };

function writeCall(call: ToolCallPart, family: ModelFamily): WireCall {
  const { id, isCustom, name, thoughtSignature } = call;
  const text =
    isCustom === true
      ? JSON.stringify({ input: call.arguments })
      : normalizeArguments(call.arguments);
  // Google's own Chat endpoint requires the signature here.
  const isSigned = family === 'google' && thoughtSignature !== undefined;
  return {
    id,
    type: 'function',
    function: { name, arguments: text },
    ...(isSigned ? { extra_content: { google: { thought_signature: thoughtSignature } } } : {}),
  };
}

function writeResult(message: ToolMessage): Fields {
  const { cacheControl, callId, isError, parts } = message;
  const texts = parts.filter((part) => part.type === 'text');
  const marker = cacheControl ?? texts.findLast((part) => part.cacheControl)?.cacheControl;
  const joined = texts.map((part) => part.text).join('\n');
  const text = isError === true ? `Error: ${joined}` : joined;
  return {
    role: 'tool',
    tool_call_id: callId,
    content: marker === undefined ? text : [{ type: 'text', text, cache_control: marker }],
    ...writeName(message),
  };
}

function isMedia(part: UserPart): boolean {
  return part.type !== 'text';
}

function hasSubstance(part: UserPart): boolean {
  return part.type !== 'text' || part.text !== '';
}

function writeName({ name }: NeutralMessage): Fields {
  return name === undefined ? {} : { name };
}
