import type { EventLog, IncomingEvent, OutgoingEvent } from '@tollgate/event-log';
import type { Chance } from './chance';

const batchMax = 7;

/** A log that is read at least once: its reader may meet events again, and in odd portions. */
export class SimulatedEventLog {
  readonly #chance: Chance;
  readonly #events: IncomingEvent[] = [];
  #committed = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  get lag(): number {
    return this.#events.length - this.#committed;
  }

  append(topic: string, events: readonly OutgoingEvent[]): void {
    for (const event of events) {
      const offset = String(this.#events.length);
      this.#events.push({ ...event, topic, partition: 0, offset, publishedAtMs: Date.now() });
    }
  }

  /** What a reader gets that starts at its last commit, or by a rebalance a little before it. */
  read(): { readonly events: readonly IncomingEvent[]; readonly next: number } {
    const start = Math.max(0, this.#committed - (this.#chance.is(0.1) ? 3 : 0));
    const next = Math.min(this.#events.length, start + this.#chance.between(1, batchMax));
    return { events: this.#events.slice(start, next), next };
  }

  commit(next: number): void {
    this.#committed = Math.max(this.#committed, next);
  }

  asPublisher(carry: <T>(deed: () => T | Promise<T>) => Promise<T>): EventLog {
    const unused = (): Promise<never> => Promise.reject(new Error('a relay only publishes'));
    return {
      publish: (topic, events) => carry(() => this.append(topic, events)),
      subscribe: unused,
      checkHealth: unused,
      close: unused,
    };
  }
}
