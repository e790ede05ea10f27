import type { RE2JS } from 're2js';
import type { CompiledRule } from './rule-set';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Of one rule in one text; what is beyond is not worth more. */
const matchesMax = 10_000;

/** Where a rule's pattern is in a folded text. */
export function* findMatches({ check, getPattern }: CompiledRule, folded: string): Generator<Span> {
  if (getPattern === undefined) return;
  const matcher = getPattern().matcher(folded);
  let from = 0;
  for (let count = 0; count < matchesMax && from <= folded.length && matcher.find(from); count++) {
    const span = readSpan(matcher);
    // The character that ends one word may begin the next: only the word itself is used up.
    from = Math.max(span.end, from + 1);
    if (check === undefined || check(folded.slice(span.start, span.end))) yield span;
  }
}

/** Alternatives have a group each; one of them took part. */
function readSpan(matcher: ReturnType<RE2JS['matcher']>): Span {
  for (let group = 1; group <= matcher.groupCount(); group++) {
    const start = matcher.start(group);
    if (start >= 0) return { start, end: matcher.end(group) };
  }
  return { start: matcher.start(0), end: matcher.end(0) };
}
