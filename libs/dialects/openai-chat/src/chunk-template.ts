const quote = 0x22;
const closeBrace = 0x7d;
/** Where the text of a plain chunk begins. Unescaped quotes make it impossible inside of a text. */
const mark = '"choices":[{"index":0,"delta":{"content":"';
/** Random padding of some providers: the one member that differs from chunk to chunk. */
const padding = ',"obfuscation":"';

/** A chunk with nothing but text in it, edited for the client. */
export interface PlainChunk {
  readonly edited: string;
  readonly text: string;
}

/**
 * The chunks of a stream differ in their text alone, so what was done to one of them can be done to
 * the next without reading it again. Anything unusual (an escape, another member, an end) does not
 * fit, and goes the long way.
 */
export class ChunkTemplate {
  readonly #head: string;
  readonly #tail: string;
  readonly #editedHead: string;
  readonly #editedTail: string;

  private constructor(raw: Cut, edited: Cut) {
    this.#head = raw.head;
    this.#tail = raw.tail;
    this.#editedHead = edited.head;
    this.#editedTail = edited.tail;
  }

  /** From a chunk that was read to hold one choice with this text alone, before and after. */
  static learn(raw: string, edited: string): ChunkTemplate | undefined {
    const from = cut(raw);
    const to = cut(edited);
    if (from === undefined || to === undefined || from.text !== to.text) return undefined;
    // The mark could stand deeper inside: only what closes as it should is a chunk of this shape.
    return isChunk(`${from.head}"}}]}`) && isChunk(`{${mark}${from.tail}}`)
      ? new ChunkTemplate(from, to)
      : undefined;
  }

  apply(raw: string): PlainChunk | undefined {
    const head = this.#head;
    if (!raw.startsWith(head)) return undefined;
    const end = raw.indexOf('"', head.length);
    if (end === -1 || !raw.startsWith(this.#tail, end)) return undefined;
    const restStart = end + this.#tail.length;
    if (!isRest(raw, restStart)) return undefined;
    const text = raw.slice(head.length, end);
    if (text.includes('\\') || text.includes('\t')) return undefined;
    return { text, edited: this.#editedHead + text + this.#editedTail + raw.slice(restStart) };
  }
}

interface Cut {
  /** Up to the text, its opening quote included. */
  readonly head: string;
  readonly text: string;
  /** From its closing quote to the padding or the last brace. */
  readonly tail: string;
}

function cut(chunk: string): Cut | undefined {
  const start = chunk.indexOf(mark);
  const textStart = start + mark.length;
  const end = chunk.indexOf('"', textStart);
  if (start === -1 || end === -1) return undefined;
  const text = chunk.slice(textStart, end);
  const padded = chunk.lastIndexOf(padding);
  const tailEnd = padded > end ? padded : chunk.length - 1;
  if (text.includes('\\') || !isRest(chunk, tailEnd)) return undefined;
  return { head: chunk.slice(0, textStart), text, tail: chunk.slice(end, tailEnd) };
}

/** The last brace, or padding and the last brace. */
function isRest(chunk: string, from: number): boolean {
  const last = chunk.length - 1;
  if (chunk.charCodeAt(last) !== closeBrace) return false;
  if (from === last) return true;
  return (
    chunk.startsWith(padding, from) &&
    chunk.charCodeAt(last - 1) === quote &&
    chunk.indexOf('"', from + padding.length) === last - 1
  );
}

function isChunk(text: string): boolean {
  try {
    const value = JSON.parse(text) as { choices?: { delta?: { content?: unknown } }[] };
    return value.choices?.[0]?.delta?.content === '';
  } catch {
    return false;
  }
}
