import type { Fields } from '@tollgate/model-kit';
import type { Fact, SentRequest } from './facts';
import type { Choice, Tool } from './conversation';
import { demand, normalizeJson, refuse, ResultImages } from './provider-body';

/** Reads what a Responses provider receives. */
export function readResponses(body: Fields): SentRequest {
  const { instructions, tool_choice: choice } = body as {
    instructions?: string;
    tool_choice?: string | { name: string };
  };
  const system: readonly Fact[] =
    instructions === undefined ? [] : [{ is: 'text', by: 'system', text: instructions }];
  return {
    facts: [...system, ...readItems(body['input'] as readonly Fields[])],
    tools: (body['tools'] as readonly Fields[]).map(readTool),
    ...(choice === undefined
      ? {}
      : { choice: (typeof choice === 'string' ? choice : { name: choice.name }) as Choice }),
  };
}

function readItems(items: readonly Fields[]): readonly Fact[] {
  const open = new Set<unknown>();
  const images = new ResultImages();
  const facts: Fact[] = [];
  for (const item of items) {
    if (item['type'] === 'function_call_output') {
      demand(open.delete(item['call_id']), 'a result of no call');
      facts.push(readResult(item, images));
      continue;
    }
    facts.push(...images.take());
    if (item['type'] === 'function_call') open.add(item['call_id']);
    facts.push(...readItem(item));
  }
  demand(open.size === 0, 'calls without their results');
  return [...facts, ...images.take()];
}

function readItem(item: Fields): readonly Fact[] {
  switch (item['type']) {
    case 'message':
      return readMessage(item);
    case 'reasoning': {
      const [summary] = item['summary'] as readonly { text: string }[];
      const signature = item['encrypted_content'] as string;
      return [{ is: 'thought', text: summary?.text ?? '', signature }];
    }
    case 'function_call': {
      const { arguments: text, call_id: id, name } = item as Record<string, string>;
      demand(id !== undefined && id.length <= 64, `the id ${id}`);
      return [{ is: 'call', id: id ?? '', name: name ?? '', args: normalizeJson(text ?? '') }];
    }
    default:
      return refuse(`item ${String(item['type'])}`);
  }
}

function readMessage({ content, role }: Fields): readonly Fact[] {
  const by = role === 'assistant' ? 'model' : role === 'user' ? 'user' : 'system';
  const parts = content as readonly Fields[];
  demand(parts.length > 0, 'a message without content');
  return parts.map((part) => readPart(part, by));
}

function readPart(part: Fields, by: 'system' | 'user' | 'model'): Fact {
  switch (part['type']) {
    case by === 'model' ? 'output_text' : 'input_text':
      demand(part['text'] !== '', 'an empty text');
      return { is: 'text', by, text: part['text'] as string };
    case 'input_image':
      return { is: 'image', url: part['image_url'] as string };
    case 'input_file': {
      const { file_data, filename } = part as { file_data: string; filename: string };
      return { is: 'file', dataUri: file_data, filename };
    }
    default:
      return refuse(`part ${String(part['type'])} of ${by}`);
  }
}

function readResult({ call_id: id, output }: Fields, images: ResultImages): Fact {
  const common = { is: 'result', id: id as string, isError: false } as const;
  if (typeof output === 'string') return { ...common, text: output };
  let text = '';
  for (const part of output as readonly Fields[]) {
    if (part['type'] === 'input_image') images.add(part['image_url'] as string);
    else text += part['text'] as string;
  }
  return { ...common, text };
}

function readTool({ parameters, strict: _strict, type: _type, ...tool }: Fields): Tool {
  return { ...tool, schema: parameters } as Tool;
}
