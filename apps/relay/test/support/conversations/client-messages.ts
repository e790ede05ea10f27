import type { Fields } from '@tollgate/model-kit';
import { writeMarker } from './client-chat';
import type {
  AssistantTurn,
  Choice,
  Result,
  Conversation,
  TextPart,
  Tool,
  Turn,
  UserPart,
} from './conversation';

interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: Fields[];
}

/** A conversation as a client of the Messages API sends it. */
export function askMessages({ choice, tools, turns }: Conversation): Fields {
  const [first, ...later] = turns;
  const hasSystem = first?.role === 'system' || first?.role === 'developer';
  const messages: Message[] = [];
  for (const turn of hasSystem ? later : turns) append(messages, writeTurn(turn));
  return {
    model: 'acme/model',
    max_tokens: 1_000,
    ...(hasSystem ? { system: writeTexts(first.texts) } : {}),
    messages,
    tools: tools.map(writeTool),
    ...(choice === undefined ? {} : { tool_choice: writeChoice(choice) }),
  };
}

/** Tool results and the text of the user beside them are one message. */
function append(messages: Message[], next: Message): void {
  const last = messages.at(-1);
  if (last?.role === 'user' && next.role === 'user') last.content.push(...next.content);
  else messages.push(next);
}

function writeTurn(turn: Turn): Message {
  switch (turn.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: writeTexts(turn.texts) };
    case 'user':
      return { role: 'user', content: turn.parts.map(writePart) };
    case 'assistant':
      return { role: 'assistant', content: writeAssistant(turn) };
    case 'tool':
      return { role: 'user', content: turn.results.map(writeResult) };
  }
}

function writeTexts(texts: readonly TextPart[]): Fields[] {
  return texts.map((part) => ({ type: 'text', text: part.text, ...writeMarker(part) }));
}

function writePart(part: UserPart): Fields {
  switch (part.is) {
    case 'text':
      return { type: 'text', text: part.text, ...writeMarker(part) };
    case 'image':
      return { type: 'image', source: writeSource(part.url), ...writeMarker(part) };
    case 'file':
      return {
        type: 'document',
        source: writeSource(part.dataUri),
        title: part.filename,
        ...writeMarker(part),
      };
  }
}

function writeSource(url: string): Fields {
  const [, media_type, data] = /^data:([^;]+);base64,(.*)$/.exec(url) ?? [];
  return data === undefined ? { type: 'url', url } : { type: 'base64', media_type, data };
}

function writeAssistant({ calls, texts, thoughts }: AssistantTurn): Fields[] {
  return [
    ...thoughts.map(({ isHidden, maker, signature, text }) =>
      isHidden === true
        ? { type: 'redacted_thinking', data: signature }
        : {
            type: 'thinking',
            thinking: text,
            // What the gateway signs for those who do not sign themselves.
            signature: maker === 'anthropic' ? signature : 'tollgate1.YWNtZS9tb2RlbA',
          },
    ),
    ...texts.map((text) => ({ type: 'text', text })),
    ...calls.map(({ args, id, name }) => ({
      type: 'tool_use',
      id,
      name,
      input: JSON.parse(args) as unknown,
    })),
  ];
}

function writeResult({ callId, imageUrl, isError, texts, ...marked }: Result): Fields {
  const [first] = texts;
  const isPlain = texts.length === 1 && imageUrl === undefined;
  const blocks = texts.map((text): Fields => ({ type: 'text', text }));
  if (imageUrl !== undefined) blocks.push({ type: 'image', source: writeSource(imageUrl) });
  return {
    type: 'tool_result',
    tool_use_id: callId,
    content: isPlain ? first : blocks,
    ...(isError ? { is_error: true } : {}),
    ...writeMarker(marked),
  };
}

function writeTool({ description, name, schema, ...marked }: Tool): Fields {
  const described = description === undefined ? {} : { description };
  return { name, ...described, input_schema: schema, ...writeMarker(marked) };
}

function writeChoice(choice: Choice): Fields {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}
