import { listCodeSpans } from './list-code-spans';

/** A name of code, alone or as a call or member: `chooseRoute`, `SpendCounters.forget`, `wait()`. */
const symbolSpan = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?$/;
/** Names with a capital inside: single words are also values, fields and commands. */
const hasInnerCapital = /[a-z0-9][A-Z]/;
const word = /[A-Za-z_$][\w$]*/g;

/** All words of sources, to look symbols up in. */
export function collectWords(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) for (const [found] of text.matchAll(word)) words.add(found);
  return words;
}

/** Which names of code that a page mentions occur in no source. */
export function findMissingSymbols(text: string, words: ReadonlySet<string>): string[] {
  return listCodeSpans(text).filter(
    (span) =>
      symbolSpan.test(span) &&
      span
        .replace('()', '')
        .split('.')
        .some((name) => hasInnerCapital.test(name) && !words.has(name)),
  );
}
