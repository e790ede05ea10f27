import { editElements, editJson, findMemberText, type Fields } from '@tollgate/model-kit';

type Edits = ReadonlyMap<string, string | undefined>;

const knownWords = new Set(['stop', 'length', 'tool_calls', 'content_filter', 'error']);

/**
 * The change that an ending choice needs; undefined: none. Clients expect one of five finish
 * reasons and run tools only on the right one. The provider's own reason is kept beside it.
 */
export function correctEnd(choice: Fields, hasCalls: boolean): Edits | undefined {
  const { finish_reason: word, native_finish_reason: native } = choice;
  if (typeof word !== 'string') return undefined;
  const shown = chooseWord(word, hasCalls);
  if (shown === word) return undefined;
  const edits = new Map([['finish_reason', JSON.stringify(shown)]]);
  return native == null ? edits.set('native_finish_reason', JSON.stringify(word)) : edits;
}

/** The same for the chunk that ends a stream; all else in it keeps its bytes. */
export function correctEnds(
  chunk: string,
  choices: readonly (Fields | null | undefined)[],
  hasCalls: boolean,
): string {
  const ends = choices.map((choice) => correctEnd(choice ?? {}, hasCalls));
  if (ends.every((end) => end === undefined)) return chunk;
  const edited = editElements(findMemberText(chunk, 'choices') ?? '[]', (choice, index) => {
    const end = ends[index];
    return end === undefined ? choice : editJson(choice, end);
  });
  return editJson(chunk, new Map([['choices', edited]]));
}

function chooseWord(word: string, hasCalls: boolean): string {
  if (word === 'function_call') return 'tool_calls';
  const known = knownWords.has(word) ? word : 'stop';
  return known === 'stop' && hasCalls ? 'tool_calls' : known;
}
