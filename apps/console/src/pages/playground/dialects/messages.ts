import { addCall, addText, parse, readError, readUsage, toObject } from './dialect';
import type { Dialect, Json, Piece, Turn, UserTurn } from './dialect';

const answerTokensMax = 4_096;

export const messages: Dialect = {
  name: 'Messages',
  path: '/v1/messages',
  makeBody: ({ model, tools, turns }) => ({
    model,
    stream: true,
    max_tokens: answerTokensMax,
    messages: joinToolResults(turns.map(makeMessage)),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })) }),
  }),
  readPiece: (data) => {
    const event = parse(data);
    const { delta, error, message, usage } = event;
    return {
      ...readError(error),
      ...readUsage(toObject(message)['usage']),
      ...readUsage(usage),
      ...addText(toObject(delta)['text']),
      ...readCall(event),
    };
  },
};

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly object[];
}

function makeMessage(turn: Turn): Message {
  if (turn.role === 'tool') {
    const result = { type: 'tool_result', tool_use_id: turn.callId, content: turn.text };
    return { role: 'user', content: [result] };
  }
  if (turn.role === 'user') return { role: 'user', content: makeContent(turn) };
  const { calls = [], role, text } = turn;
  if (calls.length === 0) return { role, content: text };
  const said = text === '' ? [] : [{ type: 'text', text }];
  return { role, content: [...said, ...calls.map(makeToolUse)] };
}

function makeToolUse({
  arguments: text,
  id,
  name,
}: {
  id: string;
  name: string;
  arguments: string;
}) {
  return { type: 'tool_use', id, name, input: parse(text) };
}

function makeContent({ image, text }: UserTurn): string | readonly object[] {
  const [, mediaType, data] = /^data:([^;]+);base64,(.*)$/.exec(image ?? '') ?? [];
  if (mediaType === undefined) return text;
  return [
    { type: 'image', source: { type: 'base64', media_type: mediaType, data } },
    { type: 'text', text },
  ];
}

/** The results of parallel calls must be in one message. */
function joinToolResults(all: readonly Message[]): readonly Message[] {
  return all.reduce<readonly Message[]>((joined, message) => {
    const last = joined.at(-1);
    if (last === undefined || !isToolResult(last) || !isToolResult(message)) {
      return [...joined, message];
    }
    return [...joined.slice(0, -1), { ...last, content: [...last.content, ...message.content] }];
  }, []);
}

function isToolResult(
  message: Message,
): message is Message & { readonly content: readonly object[] } {
  const [first] = typeof message.content === 'string' ? [] : message.content;
  return first !== undefined && 'tool_use_id' in first;
}

function readCall({ content_block: block, delta, index, type }: Json): Piece {
  const { id, name, type: blockType } = toObject(block);
  if (type === 'content_block_start' && blockType === 'tool_use') {
    return addCall(index, { id, name, arguments: undefined });
  }
  const { partial_json: text } = toObject(delta);
  if (type !== 'content_block_delta' || typeof text !== 'string') return {};
  return addCall(index, { id: undefined, name: undefined, arguments: text });
}
