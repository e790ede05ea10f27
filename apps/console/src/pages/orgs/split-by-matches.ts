interface Match {
  readonly ruleId: string;
  readonly start: number;
  readonly end: number;
}

/** A part of a text; `ruleId` is undefined where no rule matched. */
export interface TextPart {
  readonly text: string;
  readonly start: number;
  readonly ruleId: string | undefined;
}

/** Cuts a text at its matches. Where matches overlap, the first one is shown. */
export function splitByMatches(text: string, matches: readonly Match[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { end, ruleId, start } of matches.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(start, done);
    if (from >= end) continue;
    if (from > done) parts.push({ text: text.slice(done, from), start: done, ruleId: undefined });
    parts.push({ text: text.slice(from, end), start: from, ruleId });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), start: done, ruleId: undefined });
  return parts;
}
