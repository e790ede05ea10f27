import type { SseEvent } from '@tollgate/model-spec';
import { createParser } from 'eventsource-parser';

export class SseOversizeError extends Error {
  override readonly name = 'SseOversizeError';
}

/** bytes -> text -> events. An upstream may send a line without end: it is cut at the cap. */
export class SseReader {
  readonly #decoder = new TextDecoder();
  readonly #eventBytesMax: number;
  #events: SseEvent[] = [];
  #bytesSinceEvent = 0;
  readonly #parser = createParser({
    onEvent: (event) => this.#events.push({ name: event.event, data: event.data }),
  });

  constructor(eventBytesMax: number) {
    this.#eventBytesMax = eventBytesMax;
  }

  /** The events that these bytes complete. */
  push(bytes: Uint8Array): readonly SseEvent[] {
    this.#bytesSinceEvent += bytes.length;
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
    if (this.#events.length === 0) {
      if (this.#bytesSinceEvent > this.#eventBytesMax) {
        throw new SseOversizeError(`an event is larger than ${this.#eventBytesMax} bytes`);
      }
      return this.#events;
    }
    const events = this.#events;
    this.#events = [];
    this.#bytesSinceEvent = 0;
    return events;
  }
}
