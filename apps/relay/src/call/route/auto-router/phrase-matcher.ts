/** How many phrases of a list were found, and how often in total. */
export interface PhraseHits {
  readonly distinct: number;
  readonly total: number;
}

interface Phrase {
  readonly list: string;
  readonly words: readonly string[];
  readonly number: number;
}

const none: PhraseHits = { distinct: 0, total: 0 };

/**
 * Searches the phrases of many lists in one pass: every word is looked up once, so the time grows
 * with the length of the text and not with the number of lists.
 */
export class PhraseMatcher {
  readonly #byFirstWord = new Map<string, Phrase[]>();

  constructor(lists: Readonly<Record<string, readonly string[]>>) {
    let number = 0;
    for (const [list, phrases] of Object.entries(lists)) {
      for (const phrase of phrases) {
        const words = splitWords(phrase);
        const [first = ''] = words;
        const known = this.#byFirstWord.get(first) ?? [];
        this.#byFirstWord.set(first, [...known, { list, words, number: number++ }]);
      }
    }
  }

  match(words: readonly string[]): (list: string) => PhraseHits {
    const seen = new Set<number>();
    const hits = new Map<string, { distinct: number; total: number }>();
    for (let start = 0; start < words.length; start++) {
      for (const phrase of this.#byFirstWord.get(words[start] ?? '') ?? []) {
        if (!isAt(phrase.words, words, start)) continue;
        const hit = hits.get(phrase.list) ?? { distinct: 0, total: 0 };
        hit.total++;
        if (!seen.has(phrase.number)) hit.distinct++;
        seen.add(phrase.number);
        hits.set(phrase.list, hit);
      }
    }
    return (list) => hits.get(list) ?? none;
  }
}

function isAt(phrase: readonly string[], words: readonly string[], start: number): boolean {
  return phrase.every((word, offset) => words[start + offset] === word);
}

const pluralLengthMin = 5;

/** Lower-case words, split at everything but letters and digits, plurals as their singular. */
export function splitWords(text: string): string[] {
  const lower = text.toLowerCase();
  const words: string[] = [];
  let start = -1;
  for (let index = 0; index <= lower.length; index++) {
    const isInside = index < lower.length && isWordCharacter(lower.charCodeAt(index));
    if (isInside && start < 0) start = index;
    if (isInside || start < 0) continue;
    words.push(foldPlural(lower.slice(start, index)));
    start = -1;
  }
  return words;
}

function foldPlural(word: string): string {
  const isPlural = word.length >= pluralLengthMin && word.endsWith('s') && !word.endsWith('ss');
  return isPlural ? word.slice(0, -1) : word;
}

function isWordCharacter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  // No-break spaces, quotation marks, dashes and East Asian punctuation separate words as well.
  return code > 0xbf && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f);
}
