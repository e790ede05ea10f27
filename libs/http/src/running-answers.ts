import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createMembers } from '@tollgate/speed';

/** The responses that are not closed yet. */
export class RunningAnswers implements Iterable<ServerResponse> {
  readonly #responses = createMembers<ServerResponse>();
  #lastEndMs = 0;

  get size(): number {
    return this.#responses.size;
  }

  /** When the last response was closed. */
  get lastEndMs(): number {
    return this.#lastEndMs;
  }

  add(response: ServerResponse): void {
    const remove = this.#responses.add(response);
    response.once('close', () => {
      remove();
      this.#lastEndMs = performance.now();
    });
  }

  [Symbol.iterator](): Iterator<ServerResponse> {
    return this.#responses[Symbol.iterator]();
  }

  /** Responses with an unsent head announce that their connection closes after them. */
  announceClose(): void {
    for (const response of this) response.shouldKeepAlive = false;
  }

  findOn(socket: Duplex): ServerResponse | undefined {
    for (const response of this) if (response.req.socket === socket) return response;
    return undefined;
  }
}
