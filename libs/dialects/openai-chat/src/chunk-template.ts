const quote = 0x22;
const closeBrace = 0x7d;
const backslash = 0x5c;
/** Where the text of a plain chunk begins. Unescaped quotes make it impossible inside of a text. */
const mark = '"choices":[{"index":0,"delta":{"content":"';
/** Random padding of some providers: the one member that differs from chunk to chunk. */
const padding = ',"obfuscation":"';

/** Escapes of one character, such as a line's end, pass as they are; others are read. */
const simpleText = /^(?:[^\\]|\\[nrtbf"\\/])*$/;
const anyEscape = /\\./g;

const frameStart = 'data: ';
const frameEnd = '\n\n';

/** A chunk with nothing but text in it, edited for the client. */
export interface PlainChunk {
  readonly edited: string;
  readonly text: string;
}

/** The frames with which a block begins, edited, and where they end. */
export interface PlainFrames {
  readonly frames: string;
  readonly end: number;
  /** Of the text inside, one character per byte. */
  readonly textBytes: number;
}

/**
 * The chunks of a stream differ only in their text, so the edit of one chunk can be repeated on the
 * next without parsing it. A chunk with anything unusual (another member, an end) does
 * not match and is parsed.
 */
export class ChunkTemplate {
  readonly #head: string;
  readonly #tail: string;
  readonly #editedHead: string;
  readonly #editedFrameHead: string;
  readonly #editedTail: string;

  private constructor(raw: Cut, edited: Cut) {
    this.#head = copyText(raw.head);
    this.#tail = copyText(raw.tail);
    this.#editedHead = copyText(edited.head);
    this.#editedFrameHead = copyText(frameStart + edited.head);
    this.#editedTail = copyText(edited.tail);
  }

  /** From a chunk that was read to hold one choice with this text alone, before and after. */
  static learn(raw: string, edited: string): ChunkTemplate | undefined {
    const from = cut(raw);
    const to = cut(edited);
    if (from === undefined || to === undefined || from.text !== to.text) return undefined;
    // Blocks are bytes: what is more than ASCII would be spelled differently there.
    if (!isAscii(from.head + from.tail) || !isAscii(to.head + to.tail)) return undefined;
    // The marker could be nested deeper: only a chunk that closes as expected has this shape.
    return isChunk(`${from.head}"}}]}`) && isChunk(`{${mark}${from.tail}}`)
      ? new ChunkTemplate(from, to)
      : undefined;
  }

  apply(raw: string): PlainChunk | undefined {
    const found = this.#find(raw, 0, raw.length);
    if (found === undefined) return undefined;
    const { restStart, text } = found;
    // Its text is reported decoded.
    if (text.includes('\\')) return undefined;
    return { text, edited: this.#editedHead + text + this.#editedTail + raw.slice(restStart) };
  }

  /** All plain frames at the beginning of a block of complete frames, without parsing them. */
  applyAll(block: string): PlainFrames | undefined {
    let frames = '';
    let position = 0;
    let textBytes = 0;
    while (block.startsWith(frameStart, position)) {
      const frameEndsAt = block.indexOf(frameEnd, position);
      if (frameEndsAt === -1) break;
      const found = this.#find(block, position + frameStart.length, frameEndsAt);
      if (found === undefined) break;
      position = frameEndsAt + frameEnd.length;
      textBytes += countBytes(found.text);
      frames += this.#editedFrameHead;
      frames += found.text;
      frames += this.#editedTail;
      frames += block.slice(found.restStart, position);
    }
    return position === 0 ? undefined : { frames, end: position, textBytes };
  }

  #find(raw: string, start: number, end: number): FoundText | undefined {
    const textStart = start + this.#head.length;
    if (raw.slice(start, textStart) !== this.#head) return undefined;
    const textEnd = findQuote(raw, textStart);
    const restStart = textEnd + this.#tail.length;
    if (textEnd === -1 || raw.slice(textEnd, restStart) !== this.#tail) return undefined;
    if (!isRest(raw, restStart, end)) return undefined;
    const text = raw.slice(textStart, textEnd);
    if (text.includes('\t')) return undefined;
    return text.includes('\\') && !simpleText.test(text) ? undefined : { text, restStart };
  }
}

interface FoundText {
  readonly text: string;
  readonly restStart: number;
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
  if (text.includes('\\') || !isRest(chunk, tailEnd, chunk.length)) return undefined;
  return { head: chunk.slice(0, textStart), text, tail: chunk.slice(end, tailEnd) };
}

/** The quote that ends a text: one behind an escape is part of it. */
function findQuote(raw: string, from: number): number {
  let found = raw.indexOf('"', from);
  while (found > from && raw.charCodeAt(found - 1) === backslash) {
    if (isWhole(raw, from, found)) break;
    found = raw.indexOf('"', found + 1);
  }
  return found;
}

/** Whether the backslashes before this place are pairs, which stand for a backslash each. */
function isWhole(raw: string, from: number, end: number): boolean {
  let start = end;
  while (start > from && raw.charCodeAt(start - 1) === backslash) start -= 1;
  return (end - start) % 2 === 0;
}

/** Of the text that an escaped one stands for. */
function countBytes(text: string): number {
  return text.includes('\\') ? text.replaceAll(anyEscape, ' ').length : text.length;
}

/** The last brace, or padding and the last brace. */
function isRest(chunk: string, from: number, end: number): boolean {
  const last = end - 1;
  if (chunk.charCodeAt(last) !== closeBrace) return false;
  if (from === last) return true;
  return (
    chunk.startsWith(padding, from) &&
    chunk.charCodeAt(last - 1) === quote &&
    chunk.indexOf('"', from + padding.length) === last - 1
  );
}

/** A text of its own: what points into a larger one is several times slower to compare. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function isChunk(text: string): boolean {
  try {
    const value = JSON.parse(text) as { choices?: { delta?: { content?: unknown } }[] };
    return value.choices?.[0]?.delta?.content === '';
  } catch {
    return false;
  }
}
