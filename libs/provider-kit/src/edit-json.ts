/** A member of a JSON object, by its place in the text. */
interface Member {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Changes members at the top of a JSON object and leaves every other byte as it came: numbers keep
 * their digits and unknown fields their place. `undefined` removes a member; a text (JSON itself)
 * replaces it, or is added at the end. The text must be valid JSON with an object at its root.
 */
export function editJson(text: string, edits: ReadonlyMap<string, string | undefined>): string {
  const pieces: string[] = [];
  const seen = new Set<string>();
  for (const member of listMembers(text)) {
    if (!edits.has(member.key)) {
      pieces.push(text.slice(member.start, member.end));
      continue;
    }
    const replacement = edits.get(member.key);
    // A key may stand twice; the last one counted for the parser, so one edit stands for all.
    if (replacement === undefined || seen.has(member.key)) continue;
    seen.add(member.key);
    pieces.push(text.slice(member.start, member.valueStart) + replacement);
  }
  for (const [key, value] of edits) {
    if (value !== undefined && !seen.has(key)) pieces.push(`${JSON.stringify(key)}:${value}`);
  }
  return `{${pieces.join(',')}}`;
}

/** The text of one member's value at the top of a JSON object. */
export function findMemberText(text: string, key: string): string | undefined {
  let found: string | undefined;
  for (const member of listMembers(text)) {
    if (member.key === key) found = text.slice(member.valueStart, member.end);
  }
  return found;
}

function* listMembers(text: string): Generator<Member> {
  let index = skipSpace(text, text.indexOf('{') + 1);
  while (index < text.length && text.charCodeAt(index) === quote) {
    const start = index;
    const keyEnd = skipString(text, index);
    const valueStart = skipSpace(text, text.indexOf(':', keyEnd) + 1);
    const valueEnd = skipValue(text, valueStart);
    yield { key: readKey(text, start, keyEnd), start, valueStart, end: valueEnd };
    index = skipSpace(text, valueEnd);
    if (text.charAt(index) !== ',') return;
    index = skipSpace(text, index + 1);
  }
}

function readKey(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw;
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && text.charCodeAt(index) <= 0x20) index++;
  return index;
}

/** `from` is at the opening quote; returns the place behind the closing one. */
function skipString(text: string, from: number): number {
  let end = from;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end + 1;
}

function isEscaped(text: string, quoteIndex: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quoteIndex - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
}

function skipValue(text: string, from: number): number {
  const first = text.charAt(from);
  if (first === '"') return skipString(text, from);
  if (first === '{' || first === '[') return skipNested(text, from);
  let index = from;
  while (index < text.length && !',}] \n\r\t'.includes(text.charAt(index))) index++;
  return index;
}

function skipNested(text: string, from: number): number {
  let depth = 0;
  let index = from;
  while (index < text.length) {
    const character = text.charAt(index);
    if (character === '"') {
      index = skipString(text, index);
      continue;
    }
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    index++;
    if (depth === 0) return index;
  }
  return index;
}
