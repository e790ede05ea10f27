import type { IncomingMessage, ServerResponse } from 'node:http';

/** The part of the budget that one request has taken. */
export interface BodyHold {
  /** False: there is no room for so many bytes more. */
  take(bytes: number): boolean;
}

/** Of requests without a declared length: their reader counts the bytes. */
const holds = new WeakMap<IncomingMessage, BodyHold>();

export function findBodyHold(request: IncomingMessage): BodyHold | undefined {
  return holds.get(request);
}

/**
 * Bounds the bytes of all request bodies in memory at once: each of them is small enough,
 * but hundreds of them are not. A body counts from its announcement until its answer ends,
 * because the handler of the call keeps it until then.
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

  /** Whether there is room for the body of a request, judged by its headers. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { 'content-length': declared, 'transfer-encoding': coding } = request.headers;
    if (declared !== undefined && declared !== '0') {
      return this.#open(response).take(Number(declared));
    }
    if (coding !== undefined) holds.set(request, this.#open(response));
    return true;
  }

  #open(response: ServerResponse): BodyHold {
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
