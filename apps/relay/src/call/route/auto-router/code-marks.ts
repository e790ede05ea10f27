/** Every repetition is bounded, so that matching takes linear time. */
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
/** Between `select` and its `from`. */
const selectionCharactersMax = 200;

export interface CodeMarks {
  readonly hasFence: boolean;
  readonly hasStackTrace: boolean;
  readonly hasDiff: boolean;
  readonly hasSourceFile: boolean;
  readonly hasSql: boolean;
}

/** Signs of source code in a text. */
export function findCodeMarks(text: string): CodeMarks {
  return {
    hasFence: text.includes('```'),
    hasStackTrace: stackTraces.some((pattern) => pattern.test(text)),
    hasDiff: diffHunk.test(text),
    hasSourceFile: sourceFile.test(text),
    hasSql: sqlStatement.test(text) || hasSelection(text),
  };
}

/** Visits every word once: a text that repeats `select` takes linear time. */
function hasSelection(text: string): boolean {
  let selectedAt = -Infinity;
  for (const { 0: word, index } of text.matchAll(sqlWords)) {
    if (word === ';') selectedAt = -Infinity;
    else if (word.toLowerCase() === 'select') selectedAt = index;
    else if (index - selectedAt <= selectionCharactersMax) return true;
  }
  return false;
}

/** The text around code fences; an unclosed fence reaches to the end. */
export function removeFences(text: string): string {
  if (!text.includes('```')) return text;
  return text
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .join('\n');
}
