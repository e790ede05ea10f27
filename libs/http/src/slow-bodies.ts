import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body has so long before its average counts. */
const graceMs = 10_000;

interface Observation {
  readonly sinceMs: number;
  readonly bytesRead: number;
}

/**
 * Finds bodies that arrive more slowly than a minimum rate: a client that sends a byte a second
 * could hold connections for as long as a whole request may take. It checks all of them from time
 * to time, so that a body that arrives in time costs nothing.
 */
export class SlowBodies {
  readonly #bytesPerSecondMin: number;
  readonly #seen = new WeakMap<IncomingMessage, Observation>();

  constructor(bytesPerSecondMin: number) {
    this.#bytesPerSecondMin = bytesPerSecondMin;
  }

  /** The running answers with a request that is too slow. */
  find(running: Iterable<ServerResponse>, nowMs: number): ServerResponse[] {
    const found: ServerResponse[] = [];
    for (const response of running) {
      const request = response.req;
      if (!request.complete && !request.destroyed && this.#isTooSlow(request, nowMs)) {
        found.push(response);
      }
    }
    return found;
  }

  #isTooSlow(request: IncomingMessage, nowMs: number): boolean {
    const { bytesRead } = request.socket;
    const seen = this.#seen.get(request);
    if (seen === undefined || !isWaitingForClient(request)) {
      this.#seen.set(request, { sinceMs: nowMs, bytesRead });
      return false;
    }
    const elapsedMs = nowMs - seen.sinceMs;
    if (elapsedMs < graceMs) return false;
    return (bytesRead - seen.bytesRead) * 1_000 < this.#bytesPerSecondMin * elapsedMs;
  }
}

/** A body that is not read here, or not fast enough, is not the client's fault. */
function isWaitingForClient(request: IncomingMessage): boolean {
  return request.readableFlowing === true && request.readableLength === 0;
}
