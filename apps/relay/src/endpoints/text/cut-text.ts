import { estimateTextTokens } from '@tollgate/model-kit';

const marker = '\n[...]\n';
const markerTokens = 4;
/** A shorter remainder would be useless. */
const keptTokensMin = 16;

/** Removes so many tokens from the middle of a text; undefined when too little would be left. */
export function cutText(text: string, excessTokens: number): string | undefined {
  const tokens = estimateTextTokens(text);
  const keptTokens = tokens - excessTokens - markerTokens;
  if (keptTokens < keptTokensMin) return undefined;
  const keptCharacters = Math.floor((text.length * keptTokens) / tokens);
  const headEnd = avoidSplitPair(text, Math.ceil(keptCharacters / 2));
  const tailStart = avoidSplitPair(text, text.length - Math.floor(keptCharacters / 2));
  return text.slice(0, headEnd) + marker + text.slice(tailStart);
}

function avoidSplitPair(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

/** A copy of the value with its longest text replaced; media and ids are not texts. */
export function replaceLongestText(value: unknown, replace: (text: string) => string): unknown {
  const longest = findLongest(value);
  let isDone = false;
  const walk = (node: unknown, name: string): unknown => {
    if (typeof node === 'string') {
      if (isDone || node !== longest || !textNames.has(name)) return node;
      isDone = true;
      return replace(node);
    }
    if (Array.isArray(node)) return node.map((member) => walk(member, name));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, member]) => [key, walk(member, key)]),
    );
  };
  return walk(value, 'content');
}

const textNames = new Set(['content', 'text', 'input', 'output']);

export function findLongest(value: unknown, name = 'content'): string {
  if (typeof value === 'string') {
    return textNames.has(name) && !value.startsWith('data:') ? value : '';
  }
  if (typeof value !== 'object' || value === null) return '';
  const members: (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((member) => [name, member])
    : Object.entries(value);
  return members
    .map(([key, member]) => findLongest(member, key))
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
