import { isIPv4, isIPv6 } from 'node:net';

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

/** Without a zone the same text would mean another moment on another server. */
const timePattern =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const dateCharacters = 'YYYY-MM-DD'.length;

/** The moment an ISO 8601 text names; undefined when it names none, like the 31st of February. */
export function parseTime(text: string): Date | undefined {
  if (!timePattern.test(text)) return undefined;
  const date = text.slice(0, dateCharacters);
  // JavaScript would count on into March.
  const isDay = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
  const time = new Date(text);
  return isDay && !Number.isNaN(time.getTime()) ? time : undefined;
}

export const allowedCidrsMax = 100;
const prefixPattern = /^(?:\d|[12]\d|3[0-2])$/;

/** An IPv4 address with an optional mask, or an IPv6 address without one; undefined otherwise. */
export function parseCidr(text: string): string | undefined {
  const slash = text.indexOf('/');
  if (slash >= 0) {
    const isRange = isIPv4(text.slice(0, slash)) && prefixPattern.test(text.slice(slash + 1));
    return isRange ? text : undefined;
  }
  if (isIPv4(text)) return text;
  // A zone (fe80::1%eth0) names an interface of the client's machine, which we cannot see.
  return isIPv6(text) && !text.includes('%') ? text.toLowerCase() : undefined;
}
