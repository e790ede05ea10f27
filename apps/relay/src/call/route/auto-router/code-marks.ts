/** Every repetition is bounded: any text is searched in time that grows with its length. */
const stackTraces = [
  /Traceback \(most recent call last\)/,
  /^[ \t]{1,40}at [\w$.<>]{1,200} ?\(/m,
  /^Exception in thread /m,
  /^goroutine \d{1,9} \[/m,
  /^thread '[^'\n]{1,100}' panicked at /m,
];
const diffHunk = /^@@ -\d{1,9}(?:,\d{1,9})? \+\d{1,9}|^diff --git /m;
const sourceEndings = 'ts|tsx|js|jsx|mjs|py|go|rs|java|kt|rb|php|cs|cpp|hpp|swift|scala|sh|sql|vue';
const sourceFile = new RegExp(`(?<=[\\w-])\\.(?:${sourceEndings})(?![\\w-])`);
const sqlStatement =
  /\b(?:insert into|delete from|create table|alter table|update \w{1,64} set)\b/i;
const sqlWords = /\b(?:select|from)\b|;/gi;
/** Between what is selected and where it comes from. */
const selectionCharactersMax = 200;

export interface CodeMarks {
  readonly hasFence: boolean;
  readonly hasStackTrace: boolean;
  readonly hasDiff: boolean;
  readonly hasSourceFile: boolean;
  readonly hasSql: boolean;
}

/** What in a text looks like source code, whatever its words say. */
export function findCodeMarks(text: string): CodeMarks {
  return {
    hasFence: text.includes('```'),
    hasStackTrace: stackTraces.some((pattern) => pattern.test(text)),
    hasDiff: diffHunk.test(text),
    hasSourceFile: sourceFile.test(text),
    hasSql: sqlStatement.test(text) || hasSelection(text),
  };
}

/** Looks at every word once: a text of nothing but `select` costs no more than another. */
function hasSelection(text: string): boolean {
  let selectedAt = -Infinity;
  for (const { 0: word, index } of text.matchAll(sqlWords)) {
    if (word === ';') selectedAt = -Infinity;
    else if (word.toLowerCase() === 'select') selectedAt = index;
    else if (index - selectedAt <= selectionCharactersMax) return true;
  }
  return false;
}

/** What is said about the code, without it; a fence that is never closed reaches to the end. */
export function removeFences(text: string): string {
  if (!text.includes('```')) return text;
  return text
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .join('\n');
}
