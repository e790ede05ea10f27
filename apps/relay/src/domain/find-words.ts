/** A request body as text and parsed. */
export interface WrittenBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly bodyText: string;
}

/**
 * JSON escapes of digits, small letters and the underscore: they can spell a field name. Escapes of
 * accents or of `<` and `&` do not match, because many clients write those in every prompt.
 */
const escapedNames = /\\u00(?:3[0-9]|5f|6[1-9a-f]|7[0-9a])/i;
const found = new WeakMap<object, ReadonlySet<string>>();

/**
 * Whether the body contains one of these words as a field name or as a whole string, however it is
 * escaped. The parsed body is only walked when an escape could spell a name.
 */
export function hasWord({ body, bodyText }: WrittenBody, words: readonly string[]): boolean {
  if (words.some((word) => bodyText.includes(`"${word}"`))) return true;
  if (!escapedNames.test(bodyText)) return false;
  const written = readWords(body);
  return words.some((word) => written.has(word));
}

/** Cached per body: every candidate of a call asks the same. */
function readWords(body: WrittenBody['body']): ReadonlySet<string> {
  let words = found.get(body);
  if (words === undefined) {
    words = listWords(body);
    found.set(body, words);
  }
  return words;
}

/** Longer strings are not field names; storing them would double the memory of a prompt. */
const wordCharactersMax = 32;

/** Iterative: a deeply nested body must not overflow the stack. */
function listWords(body: unknown): ReadonlySet<string> {
  const words = new Set<string>();
  const open: unknown[] = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      if (value.length <= wordCharactersMax) words.add(value);
    } else if (Array.isArray(value)) {
      for (const member of value) open.push(member);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) open.push(name, member);
    }
  }
  return words;
}
