import type { SseEvent } from '@tollgate/model-spec';
import { createParser } from 'eventsource-parser';

export class SseOversizeError extends Error {
  override readonly name = 'SseOversizeError';
}

/** What may end an event: an empty line, in every spelling of a line's end. */
const eventEnds = ['\n\n', '\r\n\r\n', '\n\r\n', '\r\n\n', '\r\r'] as const;
const longestEnd = 4;

/** bytes -> blocks -> events. An upstream may send a line without end: it is cut at the cap. */
export class SseReader {
  readonly #eventBytesMax: number;
  #events: SseEvent[] = [];
  /** The beginning of an event that is not here yet. */
  #rest = '';
  #restBytes = 0;
  /** Its last characters, kept apart: to cut them off would copy all of it for every packet. */
  #seam = '';
  readonly #parser = createParser({
    onEvent: (event) => this.#events.push({ name: event.event, data: event.data }),
  });

  constructor(eventBytesMax: number) {
    this.#eventBytesMax = eventBytesMax;
  }

  /** The events that these bytes complete. */
  push(bytes: Uint8Array): readonly SseEvent[] {
    const block = this.cut(bytes);
    return block === '' ? [] : this.parse(block);
  }

  /**
   * The bytes of the events that are complete now, up to and with the end of the last one, as a
   * text with one character for each byte: much of it only passes, and need not be decoded.
   */
  cut(bytes: Uint8Array): string {
    const text = toBuffer(bytes).toString('latin1');
    // The rest has no end in it, so only its last characters can be part of one.
    const fresh = this.#seam + text;
    const end = findLastEnd(fresh) - this.#seam.length;
    if (end <= 0) {
      this.#keep(text, bytes.length);
      this.#seam = fresh.slice(1 - longestEnd);
      return '';
    }
    const block = this.#rest + text.slice(0, end);
    this.#rest = text.slice(end);
    this.#restBytes = 0;
    this.#seam = this.#rest.slice(1 - longestEnd);
    return block;
  }

  /** The events of a block that `cut` gave. */
  parse(block: string): readonly SseEvent[] {
    this.#parser.feed(Buffer.from(block, 'latin1').toString());
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #keep(text: string, bytes: number): void {
    this.#rest += text;
    this.#restBytes += bytes;
    if (this.#restBytes > this.#eventBytesMax) {
      throw new SseOversizeError(`an event is larger than ${this.#eventBytesMax} bytes`);
    }
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Where the last event ends; 0 when none does. The usual end is looked for first. */
function findLastEnd(text: string): number {
  const [usual, ...others] = eventEnds;
  const found = text.lastIndexOf(usual);
  const from = found === -1 ? 0 : found + usual.length;
  let last = from;
  for (const end of others) {
    const index = text.indexOf(end, from) === -1 ? -1 : text.lastIndexOf(end);
    if (index >= from) last = Math.max(last, index + end.length);
  }
  return last;
}
