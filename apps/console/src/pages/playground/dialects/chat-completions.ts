import { addText, parse, readError, readUsage, toObject } from './dialect';
import type { Dialect, Piece, Tool, ToolCallPiece, Turn } from './dialect';

export const chatCompletions: Dialect = {
  name: 'Chat Completions',
  path: '/v1/chat/completions',
  makeBody: ({ model, tools, turns }) => ({
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: turns.map(makeMessage),
    ...(tools.length === 0 ? {} : { tools: tools.map(makeTool) }),
  }),
  readPiece: (data) => {
    const { choices, error, usage } = parse(data);
    const [choice] = (choices as { delta?: Delta }[] | undefined) ?? [];
    return {
      ...readError(error),
      ...readUsage(usage),
      ...addText(choice?.delta?.content),
      ...addCalls(choice?.delta?.tool_calls),
    };
  },
};

interface Delta {
  readonly content?: string;
  readonly tool_calls?: unknown[];
}

function makeMessage(turn: Turn): object {
  if (turn.role === 'tool') return { role: 'tool', tool_call_id: turn.callId, content: turn.text };
  if (turn.role === 'user') return { role: 'user', content: makeContent(turn.text, turn.image) };
  const { calls = [], role, text } = turn;
  if (calls.length === 0) return { role, content: text };
  const toolCalls = calls.map(({ id, ...call }) => ({ id, type: 'function', function: call }));
  return { role, content: text === '' ? null : text, tool_calls: toolCalls };
}

function makeContent(text: string, image: string | undefined): unknown {
  if (image === undefined) return text;
  return [
    { type: 'text', text },
    { type: 'image_url', image_url: { url: image } },
  ];
}

function makeTool(tool: Tool): object {
  return { type: 'function', function: tool };
}

function addCalls(deltas: readonly unknown[] | undefined): Piece {
  if (deltas === undefined || deltas.length === 0) return {};
  return { calls: deltas.map(readCall) };
}

function readCall(delta: unknown): ToolCallPiece {
  const { function: called, id, index } = toObject(delta);
  const { arguments: text, name } = toObject(called);
  return {
    index: Number(index ?? 0),
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof text === 'string' ? { arguments: text } : {}),
  };
}
