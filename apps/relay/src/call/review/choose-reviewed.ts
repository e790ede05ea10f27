import type { ScannedText } from '@tollgate/content-rules';

const wholePromptCharactersMax = 20_000;

/**
 * What an outside moderator gets to see: the whole of a short prompt; of a long one what is new in
 * it, and the system's words, since everything else was new once.
 */
export function chooseReviewed(texts: readonly ScannedText[]): string[] {
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const chosen =
    characters <= wholePromptCharactersMax
      ? texts
      : texts.filter(({ isNew, role }) => isNew || role === 'system');
  return chosen.map(({ text }) => text).filter((text) => text !== '');
}
