/** A member of a JSON object, by its place in the text. */
interface Member {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  /** Where the next member begins, or the object ends. */
  readonly next: number;
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  space: 0x20,
} as const;

/**
 * Changes members at the top of a JSON object and leaves every other byte as it came: numbers keep
 * their digits and unknown fields their place. `undefined` removes a member; a text (JSON itself)
 * replaces it, or is added at the end. The text must be valid JSON with an object at its root.
 * It runs for every chunk of every stream, so it looks at character codes and makes few objects.
 */
export function editJson(text: string, edits: ReadonlyMap<string, string | undefined>): string {
  const bodyStart = text.indexOf('{') + 1;
  const seen: string[] = [];
  let result = '';
  let copiedTo = 0;
  let keptEnd: number | undefined;
  visitMembers(text, ({ key, start, valueStart, end, next }) => {
    if (!edits.has(key)) {
      keptEnd = end;
      return;
    }
    const replacement = edits.get(key);
    // A key may be duplicated; parsers use the last one, so one edit replaces all.
    if (replacement === undefined || seen.includes(key)) {
      // A member is removed with the comma before it; the first one with the comma after it.
      result += text.slice(copiedTo, keptEnd ?? start);
      copiedTo = keptEnd === undefined ? next : end;
      return;
    }
    seen.push(key);
    result += text.slice(copiedTo, valueStart) + replacement;
    copiedTo = end;
    keptEnd = end;
  });
  const tailStart = Math.max(copiedTo, keptEnd ?? bodyStart);
  result += text.slice(copiedTo, tailStart);
  let separator = keptEnd === undefined ? '' : ',';
  for (const [key, value] of edits) {
    if (value === undefined || seen.includes(key)) continue;
    result += `${separator}${JSON.stringify(key)}:${value}`;
    separator = ',';
  }
  return result + text.slice(tailStart);
}

/** The text of one member's value at the top of a JSON object. */
export function findMemberText(text: string, key: string): string | undefined {
  let found: string | undefined;
  visitMembers(text, (member) => {
    if (member.key === key) found = text.slice(member.valueStart, member.end);
  });
  return found;
}

/** Changes elements of a JSON list and leaves every other byte as it came. */
export function editElements(
  text: string,
  edit: (element: string, index: number) => string,
): string {
  let result = '';
  let copiedTo = 0;
  let index = skipSpace(text, text.indexOf('[') + 1);
  for (let place = 0; index < text.length; place++) {
    if (text.charCodeAt(index) === code.closeBracket) break;
    const end = skipValue(text, index);
    result += text.slice(copiedTo, index) + edit(text.slice(index, end), place);
    copiedTo = end;
    index = skipSpace(text, end);
    if (text.charCodeAt(index) !== code.comma) break;
    index = skipSpace(text, index + 1);
  }
  return result + text.slice(copiedTo);
}

function visitMembers(text: string, visit: (member: Member) => void): void {
  let index = skipSpace(text, text.indexOf('{') + 1);
  while (text.charCodeAt(index) === code.quote) {
    const start = index;
    const keyEnd = skipString(text, index);
    // Only whitespace can be between a key and its colon.
    const valueStart = skipSpace(text, text.indexOf(':', keyEnd) + 1);
    const end = skipValue(text, valueStart);
    const separator = skipSpace(text, end);
    const hasNext = text.charCodeAt(separator) === code.comma;
    const next = hasNext ? skipSpace(text, separator + 1) : separator;
    visit({ key: readKey(text, start, keyEnd), start, valueStart, end, next });
    if (!hasNext) return;
    index = next;
  }
}

function readKey(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw;
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (text.charCodeAt(index) <= code.space) index++;
  return index;
}

/** `from` is at the opening quote; returns the place behind the closing one. */
function skipString(text: string, from: number): number {
  let end = from;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (text.charCodeAt(end - 1) === code.backslash && isEscaped(text, end));
  return end + 1;
}

function isEscaped(text: string, quoteIndex: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quoteIndex - 1 - backslashes) === code.backslash) backslashes++;
  return backslashes % 2 === 1;
}

function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === code.quote) return skipString(text, from);
  if (first === code.openBrace || first === code.openBracket) return skipNested(text, from);
  let index = from;
  while (index < text.length && !endsScalar(text.charCodeAt(index))) index++;
  return index;
}

function endsScalar(character: number): boolean {
  return (
    character <= code.space ||
    character === code.comma ||
    character === code.closeBrace ||
    character === code.closeBracket
  );
}

function skipNested(text: string, from: number): number {
  let depth = 0;
  let index = from;
  while (index < text.length) {
    const character = text.charCodeAt(index);
    if (character === code.quote) {
      index = skipString(text, index);
      continue;
    }
    index++;
    if (character === code.openBrace || character === code.openBracket) depth++;
    else if (character === code.closeBrace || character === code.closeBracket) depth--;
    if (depth === 0) return index;
  }
  return index;
}
