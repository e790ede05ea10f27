import type { Response } from 'express';
import type { LiveEvent } from './live-entry';
import type { LiveClient } from './ports';
import { formatEventId, type Position } from './position';

/** A client with so much unread at the time of the next event is disconnected. */
const unreadBytesMax = 1024 * 1024;
const stallMsMax = 30_000;
const endMsMax = 1_000;
/** Clients reconnect after a time within these bounds, not all at once. */
const retryMs = { min: 1_000, spread: 2_000 };

/** Server-sent events to one client. */
export class EventStream implements LiveClient {
  readonly #response: Response;
  readonly #render: (event: LiveEvent) => unknown;
  readonly #getNowMs: () => number;

  constructor(
    response: Response,
    options: {
      readonly render: (event: LiveEvent) => unknown;
      readonly getNowMs: () => number;
    },
  ) {
    this.#response = response;
    this.#render = options.render;
    this.#getNowMs = options.getNowMs;
  }

  /** From here on failures end the connection instead of being an answer. */
  begin(): void {
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const jitterMs = Math.floor(Math.random() * retryMs.spread);
    this.#write(`retry: ${retryMs.min + jitterMs}\n\n`);
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  send(event: LiveEvent, position?: Position): void {
    const id = position === undefined ? '' : this.#formatId(position);
    this.#write(`${id}event: ${event.kind}\ndata: ${JSON.stringify(this.#render(event))}\n\n`);
  }

  beat(position: Position): void {
    // An event without data is not dispatched, but its id counts.
    this.#write(`: heartbeat\n${this.#formatId(position)}\n`);
  }

  endIfStalled(): void {
    if (this.#response.writableLength > unreadBytesMax) this.#response.destroy();
  }

  drain(): Promise<void> {
    const response = this.#response;
    if (!this.isOpen || !response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        response.off('drain', done).off('close', done);
        resolve();
      };
      const timer = setTimeout(() => response.destroy(), stallMsMax);
      response.once('drain', done).once('close', done);
    });
  }

  end(): void {
    if (!this.isOpen) return;
    const response = this.#response;
    // A client that does not read must not keep the process from stopping.
    const timer = setTimeout(() => response.destroy(), endMsMax);
    response.once('close', () => clearTimeout(timer)).end();
  }

  #formatId(position: Position): string {
    return `id: ${formatEventId(position, this.#getNowMs())}\n`;
  }

  #write(text: string): void {
    if (this.isOpen) this.#response.write(text);
  }
}
