import type { Fields } from '@tollgate/model-kit';
import type { Fact, SentRequest } from './facts';
import type { Choice, Tool } from './conversation';
import { demand, normalizeJson, readMarker, refuse } from './provider-body';

/** Reads what a Chat provider receives. */
export function readOpenAi(body: Fields): SentRequest {
  const messages = body['messages'] as readonly Fields[];
  const open = new Set<unknown>();
  const facts = messages.flatMap((message) => {
    demand(message['role'] === 'tool' || open.size === 0, 'calls without their results');
    return readMessage(message, open);
  });
  demand(open.size === 0, 'calls without their results');
  const choice = body['tool_choice'] as string | { function: { name: string } } | undefined;
  return {
    facts,
    tools: (body['tools'] as readonly Fields[]).map(readTool),
    ...(choice === undefined ? {} : { choice: readChoice(choice) }),
  };
}

function readMessage(message: Fields, open: Set<unknown>): readonly Fact[] {
  switch (message['role']) {
    case 'system':
    case 'user':
      demand(message['content'] !== '' && message['content'] !== null, 'an empty message');
      return readContent(message['content'], message['role']);
    case 'assistant':
      return readAssistant(message, open);
    case 'tool':
      demand(open.delete(message['tool_call_id']), 'a result of no call');
      return [readResult(message)];
    default:
      return refuse(`role ${String(message['role'])}`);
  }
}

function readContent(content: unknown, by: 'system' | 'user' | 'model'): readonly Fact[] {
  if (content === null) return [];
  if (typeof content === 'string') return [{ is: 'text', by, text: content }];
  return (content as readonly Fields[]).map((part) => readPart(part, by));
}

function readPart(part: Fields, by: 'system' | 'user' | 'model'): Fact {
  const marked = readMarker(part);
  switch (part['type']) {
    case 'text':
      return { is: 'text', by, text: part['text'] as string, ...marked };
    case 'image_url':
      return { is: 'image', url: (part['image_url'] as { url: string }).url, ...marked };
    case 'file': {
      const { file_data, filename } = part['file'] as { file_data: string; filename: string };
      return { is: 'file', dataUri: file_data, filename, ...marked };
    }
    default:
      return refuse(`part ${String(part['type'])}`);
  }
}

interface WireCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function readAssistant(message: Fields, open: Set<unknown>): readonly Fact[] {
  const {
    content,
    reasoning,
    tool_calls: calls = [],
  } = message as {
    content: unknown;
    reasoning?: string;
    tool_calls?: readonly WireCall[];
  };
  for (const { id } of calls) open.add(id);
  return [
    ...(reasoning === undefined ? [] : [{ is: 'thought', text: reasoning } as const]),
    ...readContent(content, 'model'),
    ...calls.map(({ function: called, id }): Fact => {
      return { is: 'call', id, name: called.name, args: normalizeJson(called.arguments) };
    }),
  ];
}

function readResult({ content, tool_call_id: id }: Fields): Fact {
  const common = { is: 'result', id: id as string, isError: false } as const;
  if (typeof content === 'string') return { ...common, text: content };
  const [part, ...more] = content as readonly Fields[];
  demand(part?.['type'] === 'text' && more.length === 0, 'a result that is not one text');
  return { ...common, text: part?.['text'] as string, ...readMarker(part ?? {}) };
}

function readTool(tool: Fields): Tool {
  const { parameters, strict: _strict, ...definition } = tool['function'] as Fields;
  return { ...definition, schema: parameters, ...readMarker(tool) } as Tool;
}

function readChoice(choice: string | { function: { name: string } }): Choice {
  return typeof choice === 'string' ? (choice as Choice) : { name: choice.function.name };
}
