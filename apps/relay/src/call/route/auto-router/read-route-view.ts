import { asFields, type Fields } from '@tollgate/model-kit';
import { wantsWebSearch } from '../../../domain/web-search';
import type { PlanRequest } from '../../../domain/model-plan';

/** What the router reads of a request, in any dialect. */
export interface RouteView {
  /** The last user message; the middle of a very long one is cut. */
  readonly text: string;
  /** Number of user messages. */
  readonly turns: number;
  readonly tools: readonly string[];
  /** In the last three user messages. */
  readonly hasImage: boolean;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  readonly hasFile: boolean;
  readonly wantsImage: boolean;
  readonly wantsWeb: boolean;
  readonly wantsThought: boolean;
  readonly outputTokensMax: number;
  readonly hasStrictSchema: boolean;
  estimatePromptTokens(): number;
}

/** Enough for every rule; scanning all of a long text costs time. */
const headCharacters = 12_288;
const tailCharacters = 4_096;
const toolsMax = 64;
const toolCharactersMax = 240;
const imageTurns = 3;
const highEfforts: readonly unknown[] = ['high', 'xhigh'];

/** Reads a body of chat, Responses or Messages for the router. Never raises. */
export function readRouteView(request: PlanRequest, options: { isOnline: boolean }): RouteView {
  const { body } = request;
  const turns = listUserTurns(body);
  const last = turns.at(-1) ?? [];
  const recent = turns.slice(-imageTurns).flat();
  const kinds = new Set(turns.flat().map(readKind));
  return {
    text: cutMiddle(last.map(readText).filter(Boolean).join('\n')),
    turns: turns.length,
    tools: readTools(body['tools']),
    hasImage: recent.some((part) => readKind(part) === 'image'),
    hasVideo: kinds.has('video'),
    hasAudio: kinds.has('audio'),
    hasFile: kinds.has('file'),
    wantsImage: readList(body['modalities']).includes('image') || isSet(body['image_config']),
    wantsWeb: options.isOnline || wantsWebSearch(body),
    wantsThought: wantsThought(body),
    outputTokensMax: readOutputMax(body),
    hasStrictSchema: hasStrictSchema(body),
    estimatePromptTokens: () => request.estimatePromptTokens(),
  };
}

/** The content of every user message, without tool results. */
function listUserTurns(body: Fields): (readonly unknown[])[] {
  const { input, messages } = body;
  if (!Array.isArray(messages) && typeof input === 'string') return [[{ text: input }]];
  const turns: (readonly unknown[])[] = [];
  for (const item of readList(messages ?? input)) {
    const { content, role } = asFields(item);
    if (role !== 'user') continue;
    const parts = typeof content === 'string' ? [{ text: content }] : readList(content);
    if (parts.some((part) => readKind(part) !== 'other')) turns.push(parts);
  }
  return turns;
}

function readText(part: unknown): string {
  const { text } = asFields(part);
  return typeof text === 'string' ? text : '';
}

type PartKind = 'text' | 'image' | 'video' | 'audio' | 'file' | 'other';

const kindOfPart: ReadonlyMap<unknown, PartKind> = new Map([
  ['image_url', 'image'],
  ['input_image', 'image'],
  ['image', 'image'],
  ['video_url', 'video'],
  ['input_video', 'video'],
  ['input_audio', 'audio'],
  ['file', 'file'],
  ['input_file', 'file'],
  ['document', 'file'],
]);

function readKind(part: unknown): PartKind {
  const { text, type } = asFields(part);
  if (typeof text === 'string') return 'text';
  const kind = kindOfPart.get(type) ?? 'other';
  return kind === 'file' && isPicture(asFields(part)) ? 'image' : kind;
}

function isPicture(part: Fields): boolean {
  const { file, source } = part;
  const data = asFields(file)['file_data'] ?? part['file_data'];
  const mediaType = asFields(source)['media_type'];
  return String(data).slice(0, 11) === 'data:image/' || String(mediaType).startsWith('image/');
}

function readTools(tools: unknown): string[] {
  return readList(tools)
    .slice(0, toolsMax)
    .map((tool) => {
      const { description, function: inner, name } = { ...asFields(tool) };
      const { description: innerDescription, name: innerName } = asFields(inner);
      const words = [name ?? innerName, description ?? innerDescription]
        .filter((text) => typeof text === 'string')
        .join(' ');
      return words.slice(0, toolCharactersMax).replace(/([a-z])(?=[A-Z])/g, '$1 ');
    });
}

function wantsThought(body: Fields): boolean {
  const { effort, enabled } = asFields(body['reasoning']);
  return (
    highEfforts.includes(effort) ||
    highEfforts.includes(body['reasoning_effort']) ||
    enabled === true ||
    asFields(body['thinking'])['type'] === 'enabled' ||
    body['enable_thinking'] === true
  );
}

function readOutputMax(body: Fields): number {
  const limits = [body['max_tokens'], body['max_completion_tokens'], body['max_output_tokens']];
  return Math.max(0, ...limits.filter((limit) => typeof limit === 'number'));
}

function hasStrictSchema(body: Fields): boolean {
  const format = asFields(body['response_format']);
  const flat = asFields(asFields(body['text'])['format']);
  if (format['type'] === 'json_schema') return asFields(format['json_schema'])['strict'] === true;
  return flat['type'] === 'json_schema' && flat['strict'] === true;
}

function cutMiddle(text: string): string {
  if (text.length <= headCharacters + tailCharacters) return text;
  return `${text.slice(0, headCharacters)}\n${text.slice(-tailCharacters)}`;
}

function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
