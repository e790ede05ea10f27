import type { Fields } from '@tollgate/model-kit';
import type { Fact, SentRequest } from './facts';
import type { Choice, Tool } from './conversation';
import { demand, readMarker, refuse, ResultImages } from './provider-body';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Fields[];
}

/** Reads what Anthropic receives. */
export function readAnthropic(body: Fields): SentRequest {
  const messages = body['messages'] as readonly Message[];
  const system = (body['system'] ?? []) as readonly Fields[];
  checkMessages(messages);
  const choice = body['tool_choice'] as { type: string; name?: string } | undefined;
  return {
    facts: [...system.map((block) => readText(block, 'system')), ...messages.flatMap(readMessage)],
    tools: (body['tools'] as readonly Fields[]).map(readTool),
    ...(choice === undefined ? {} : { choice: readChoice(choice) }),
  };
}

function checkMessages(messages: readonly Message[]): void {
  let open: readonly unknown[] = [];
  messages.forEach(({ content, role }, index) => {
    demand(role === (index % 2 === 0 ? 'user' : 'assistant'), 'roles that do not alternate');
    demand(content.length > 0 || index === messages.length - 1, 'a message without content');
    const ids = (type: string, field: string): unknown[] =>
      content.filter((block) => block['type'] === type).map((block) => block[field]);
    const results = ids('tool_result', 'tool_use_id');
    demand(
      content.slice(0, results.length).every(({ type }) => type === 'tool_result'),
      'results that do not come first',
    );
    demand(
      results.length === open.length && open.every((id) => results.includes(id)),
      'calls without their results',
    );
    open = ids('tool_use', 'id');
  });
  demand(open.length === 0, 'calls without their results');
}

function readMessage({ content, role }: Message): readonly Fact[] {
  const images = new ResultImages();
  const results = content
    .filter(({ type }) => type === 'tool_result')
    .map((block) => readResult(block, images));
  const others = content.filter(({ type }) => type !== 'tool_result');
  const by = role === 'user' ? 'user' : 'model';
  return [...results, ...images.take(), ...others.map((block) => readBlock(block, by))];
}

function readText(block: Fields, by: 'system' | 'user' | 'model'): Fact {
  demand(block['type'] === 'text' && block['text'] !== '', 'an empty text');
  return { is: 'text', by, text: block['text'] as string, ...readMarker(block) };
}

function readBlock(block: Fields, by: 'user' | 'model'): Fact {
  switch (block['type']) {
    case 'text':
      return readText(block, by);
    case 'image':
      return { is: 'image', url: readSource(block), ...readMarker(block) };
    case 'document': {
      const filename = block['title'] as string;
      return { is: 'file', dataUri: readSource(block), filename, ...readMarker(block) };
    }
    case 'thinking':
      return {
        is: 'thought',
        text: block['thinking'] as string,
        signature: block['signature'] as string,
      };
    case 'redacted_thinking':
      return { is: 'thought', text: '', signature: block['data'] as string };
    case 'tool_use': {
      const { id, input, name } = block as { id: string; input: Fields; name: string };
      demand(/^[a-zA-Z0-9_-]{1,64}$/.test(id), `the id ${id}`);
      return { is: 'call', id, name, args: JSON.stringify(input) };
    }
    default:
      return refuse(`block ${String(block['type'])}`);
  }
}

function readSource({ source }: Fields): string {
  const { data, media_type, type, url } = source as Record<string, string>;
  return type === 'url' ? (url ?? '') : `data:${media_type};base64,${data}`;
}

function readResult(block: Fields, images: ResultImages): Fact {
  const { content, is_error: isError, tool_use_id: id } = block;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  let text = '';
  for (const inner of blocks as readonly Fields[]) {
    if (inner['type'] === 'image') images.add(readSource(inner));
    else text += inner['text'] as string;
  }
  const marked = readMarker(block);
  return { is: 'result', id: id as string, text, isError: isError === true, ...marked };
}

function readTool({ cache_control: _marker, input_schema: schema, ...tool }: Fields): Tool {
  return { ...tool, schema, ...readMarker({ cache_control: _marker }) } as Tool;
}

function readChoice({ name, type }: { type: string; name?: string }): Choice {
  if (type === 'tool') return { name: name ?? '' };
  return (type === 'any' ? 'required' : type) as Choice;
}
