import type { ScannedText, TextRole } from '@tollgate/content-rules';
import { isFields, type Fields } from '@tollgate/model-kit';
import type { ApiType } from '../../domain/endpoint';

type Path = readonly (string | number)[];

/** A text of a request, and its path in the body. */
export interface PlacedText extends ScannedText {
  readonly path: Path;
}

interface Found {
  readonly role: TextRole;
  readonly text: string;
  readonly path: Path;
  /** Counts the answers of the model before or around it. */
  readonly turn: number;
}

const roles: Readonly<Record<string, TextRole>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/**
 * The texts that rules scan: messages of chat, text of Messages with its system prompt and tool
 * results, instructions and input of Responses and speech, input of embeddings, query and documents
 * of rankings, prompts. Media, tool arguments and other structured data are not scanned.
 */
export function listTexts(apiType: ApiType, body: Fields): PlacedText[] {
  const found = readers[apiType](body);
  const lastAnswer = found.findLast(({ role }) => role === 'assistant')?.turn ?? -1;
  return found.map(({ path, role, text, turn }) => ({
    role,
    text,
    path,
    isNew: role !== 'system' && turn > lastAnswer,
  }));
}

const readers: Readonly<Record<ApiType, (body: Fields) => Found[]>> = {
  chat: (body) => readMessages(body['messages'], ['messages']),
  messages: (body) => [
    ...readContent(body['system'], ['system'], { role: 'system', turn: -1 }),
    ...readMessages(body['messages'], ['messages']),
  ],
  responses: (body) => [
    ...readContent(body['instructions'], ['instructions'], { role: 'system', turn: -1 }),
    ...(typeof body['input'] === 'string'
      ? readContent(body['input'], ['input'], { role: 'user', turn: 0 })
      : readItems(body['input'])),
  ],
  completions: (body) => [
    ...readContent(body['prompt'], ['prompt'], { role: 'user', turn: 0 }),
    ...readContent(body['suffix'], ['suffix'], { role: 'user', turn: 0 }),
  ],
  embeddings: (body) => readContent(body['input'], ['input'], { role: 'user', turn: 0 }),
  rerank: (body) => [
    ...readContent(body['query'], ['query'], { role: 'user', turn: 0 }),
    ...readContent(body['documents'], ['documents'], { role: 'user', turn: 0 }),
  ],
  moderations: (body) => readContent(body['input'], ['input'], { role: 'user', turn: 0 }),
  images: (body) => readContent(body['prompt'], ['prompt'], { role: 'user', turn: 0 }),
  transcriptions: (body) => readContent(body['prompt'], ['prompt'], { role: 'user', turn: 0 }),
  speech: (body) => [
    ...readContent(body['instructions'], ['instructions'], { role: 'system', turn: -1 }),
    ...readContent(body['input'], ['input'], { role: 'user', turn: 0 }),
  ],
  videos: (body) => readContent(body['prompt'], ['prompt'], { role: 'user', turn: 0 }),
};

function readMessages(messages: unknown, path: Path): Found[] {
  return listFields(messages).flatMap(([message, turn]) => {
    const role = roles[String(message['role'])];
    return role === undefined
      ? []
      : readContent(message['content'], [...path, turn, 'content'], { role, turn });
  });
}

const toolResults = new Set<unknown>(['function_call_output', 'custom_tool_call_output']);

/** Items without a type are messages. */
function readItems(items: unknown): Found[] {
  return listFields(items).flatMap(([item, turn]) => {
    const path = ['input', turn];
    if (toolResults.has(item['type']))
      return readContent(item['output'], [...path, 'output'], { role: 'tool', turn });
    const role = roles[String(item['role'])];
    return role === undefined
      ? []
      : readContent(item['content'], [...path, 'content'], { role, turn });
  });
}

type Speaker = Pick<Found, 'role' | 'turn'>;

/** A string, or a list of strings and blocks. */
function readContent(content: unknown, path: Path, speaker: Speaker): Found[] {
  if (typeof content === 'string') return [{ ...speaker, text: content, path }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown, index): Found[] => {
    if (typeof block === 'string') return [{ ...speaker, text: block, path: [...path, index] }];
    return isFields(block) ? readBlock(block, [...path, index], speaker) : [];
  });
}

function readBlock(block: Fields, path: Path, speaker: Speaker): Found[] {
  if (block['type'] === 'tool_result')
    return readContent(block['content'], [...path, 'content'], { ...speaker, role: 'tool' });
  // Multimodal embeddings nest their parts once more.
  if (Array.isArray(block['content']))
    return readContent(block['content'], [...path, 'content'], speaker);
  const { text } = block;
  return typeof text === 'string' ? [{ ...speaker, text, path: [...path, 'text'] }] : [];
}

function listFields(value: unknown): [Fields, number][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown, index): [Fields, number][] =>
    isFields(one) ? [[one, index]] : [],
  );
}

/** Whether prompts are token ids, which no rule can read. */
export function hasTokenPrompt(apiType: ApiType, { prompt }: Fields): boolean {
  if (apiType !== 'completions' || !Array.isArray(prompt)) return false;
  return prompt.some((entry) => typeof entry !== 'string');
}

/** A copy of the body with the texts replaced. */
export function replaceTexts(
  body: Fields,
  places: readonly PlacedText[],
  texts: readonly string[],
): Fields {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const [index, { path, text }] of places.entries()) {
    const replacement = texts[index];
    if (replacement !== undefined && replacement !== text) setAt(copy, path, replacement);
  }
  return copy;
}

function setAt(root: Record<string, unknown>, path: Path, text: string): void {
  let holder = root;
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
  holder[path.at(-1) ?? ''] = text;
}
