import type { ServerResponse } from 'node:http';

/** The part of the budget that one request has taken. */
export interface BodyHold {
  /** False: there is no room for so many bytes more. */
  take(bytes: number): boolean;
}

/**
 * Bounds the bytes of all request bodies that are in memory at once: each of them is small enough,
 * and hundreds of them are not. A body counts from its announcement until its answer is over,
 * because whoever serves the call keeps it for so long.
 */
export class BodyBudget {
  readonly #bytesMax: number;
  #bytesHeld = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytesHeld(): number {
    return this.#bytesHeld;
  }

  open(response: ServerResponse): BodyHold {
    let held = 0;
    let isOver = false;
    response.once('close', () => {
      this.#bytesHeld -= held;
      isOver = true;
    });
    return {
      take: (bytes) => {
        if (isOver) return true;
        if (this.#bytesHeld + bytes > this.#bytesMax) return false;
        this.#bytesHeld += bytes;
        held += bytes;
        return true;
      },
    };
  }
}
