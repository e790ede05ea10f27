const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Whether objects and lists of a valid JSON text stand deeper in each other than so many. */
export function isNestedDeeper(text: string, depthMax: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) index = findStringEnd(text, index);
    else if (character === openBrace || character === openBracket) depth++;
    else if (character === closeBrace || character === closeBracket) depth--;
    if (depth > depthMax) return true;
  }
  return false;
}

/** `start` is at the opening quote; the place of the closing one. */
function findStringEnd(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, quoteIndex: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quoteIndex - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
}
