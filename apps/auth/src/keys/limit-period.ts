/** When the spend of a capped key starts again from zero; null is never: a lifetime cap. */
export type LimitReset = 'daily' | 'weekly' | 'monthly' | null;

const words: Readonly<Record<string, LimitReset>> = {
  day: 'daily',
  daily: 'daily',
  week: 'weekly',
  weekly: 'weekly',
  month: 'monthly',
  monthly: 'monthly',
  none: null,
  never: null,
  total: null,
};

/** Every word that is understood; null is one of them. */
export const limitPeriodWords: readonly (string | null)[] = [...Object.keys(words), null];

/** Maps the spellings of clients; undefined for an unknown word. */
export function parseLimitReset(word: string | null): LimitReset | undefined {
  if (word === null) return null;
  return Object.hasOwn(words, word) ? words[word] : undefined;
}
