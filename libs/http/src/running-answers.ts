import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The answers that are not over yet. Not a Set: the tables that a busy Set leaves behind point from
 * one to the next, so that one old table keeps all later ones from the collection of young garbage,
 * with every answer that was in them.
 */
export class RunningAnswers implements Iterable<ServerResponse> {
  readonly #slots: (ServerResponse | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  #lastEndMs = 0;

  get size(): number {
    return this.#slots.length - this.#freeSlots.length;
  }

  /** When the last one was over. */
  get lastEndMs(): number {
    return this.#lastEndMs;
  }

  add(response: ServerResponse): void {
    const slot = this.#freeSlots.pop() ?? this.#slots.length;
    this.#slots[slot] = response;
    response.once('close', () => {
      this.#slots[slot] = undefined;
      this.#freeSlots.push(slot);
      this.#lastEndMs = performance.now();
    });
  }

  *[Symbol.iterator](): Iterator<ServerResponse> {
    for (const response of this.#slots) if (response !== undefined) yield response;
  }

  /** Tells the peers of answers whose head is not sent yet that their connection ends with it. */
  announceClose(): void {
    for (const response of this) response.shouldKeepAlive = false;
  }

  findOn(socket: Duplex): ServerResponse | undefined {
    for (const response of this) if (response.req.socket === socket) return response;
    return undefined;
  }
}
