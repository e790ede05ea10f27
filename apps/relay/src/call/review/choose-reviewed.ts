import type { ScannedText } from '@tollgate/content-rules';

const wholePromptCharactersMax = 20_000;

/**
 * The texts for an outside moderator: all of a short prompt; of a long one the new texts and the
 * system prompt, since the others were reviewed when they were new.
 */
export function chooseReviewed(texts: readonly ScannedText[]): string[] {
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const chosen =
    characters <= wholePromptCharactersMax
      ? texts
      : texts.filter(({ isNew, role }) => isNew || role === 'system');
  return chosen.map(({ text }) => text).filter((text) => text !== '');
}
