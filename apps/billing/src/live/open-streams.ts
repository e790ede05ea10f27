import { AppError } from '@tollgate/errors';
import type { LiveClient } from './ports';

export interface StreamLimits {
  readonly perCallerMax: number;
  readonly perProcessMax: number;
}

const retryAfterSeconds = 5;

/** The open streams of this process, bounded per caller and in total. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #callers = new Map<LiveClient, string>();
  #isStopping = false;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Raises: overloaded, rate_limited. */
  add(client: LiveClient, caller: string): void {
    const { perCallerMax, perProcessMax } = this.#limits;
    if (this.#isStopping || this.#callers.size >= perProcessMax) {
      throw new AppError('overloaded', { retryAfterSeconds });
    }
    const open = [...this.#callers.values()].filter((other) => other === caller).length;
    if (open >= perCallerMax) {
      const message = `At most ${perCallerMax} live streams may be open at a time; close one first`;
      throw new AppError('rate_limited', { message, retryAfterSeconds });
    }
    this.#callers.set(client, caller);
  }

  remove(client: LiveClient): void {
    this.#callers.delete(client);
  }

  /** Clients resume at another process, or at the next one. */
  stop(): void {
    this.#isStopping = true;
    for (const client of this.#callers.keys()) client.end();
  }
}
