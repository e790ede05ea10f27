import { asFieldList, type Fields } from '@tollgate/model-kit';
import type { InferenceRequest } from '../domain/endpoint';
import { readPromptStart } from './sticky-routes';

/** The part of a prompt that is likely to be repeated. */
export interface PromptBeginning {
  /** At most the first 32,768 characters of it. */
  readonly text: string;
  /** Its tokens; an estimate, because providers count only whole prompts. */
  readonly tokens: number;
}

/** The least that a Claude model caches, and about as many characters. */
const tokensMin = 1_024;
const charactersMin = 4_096;
const charactersMax = 32_768;
const instructingRoles: ReadonlySet<unknown> = new Set(['system', 'developer']);

/**
 * Tools and system text, in the order in which caches have them, where they are long enough to be
 * cached; else the first 4,096 characters of the prompt. Undefined: the prompt is too short.
 */
export function readBeginning(
  { body, bodyText }: Pick<InferenceRequest, 'body' | 'bodyText'>,
  promptTokens: number,
): PromptBeginning | undefined {
  const { characters, text } = collect(body);
  if (characters >= charactersMin) {
    const share = Math.floor((promptTokens * characters) / bodyText.length);
    return { text, tokens: Math.min(promptTokens, Math.max(tokensMin, share)) };
  }
  const start = readPromptStart(bodyText, charactersMin);
  if (start?.length !== charactersMin) return undefined;
  return { text: start, tokens: Math.min(promptTokens, tokensMin) };
}

/** Tools are written as JSON, so no further ones are taken when the text is full. */
function collect(body: Fields): { readonly text: string; readonly characters: number } {
  let text = '';
  let characters = 0;
  const add = (part: string): void => {
    characters += part.length;
    text += part.slice(0, charactersMax - text.length);
  };
  for (const tool of asFieldList(body['tools'])) {
    if (text.length === charactersMax) break;
    add(JSON.stringify(tool));
  }
  for (const content of listInstructions(body)) {
    if (typeof content === 'string') add(content);
    else for (const { text: part } of asFieldList(content)) if (typeof part === 'string') add(part);
  }
  return { text, characters };
}

/** The system text of each dialect. */
function listInstructions(body: Fields): readonly unknown[] {
  const { input, instructions, messages, system } = body;
  const turns = asFieldList(messages ?? input);
  const end = turns.findIndex(({ role }) => !instructingRoles.has(role));
  const leading = end === -1 ? turns : turns.slice(0, end);
  return [system, instructions, ...leading.map(({ content }) => content)];
}
