import type { IncomingEvent, OutgoingEvent } from '../src/index';

/** Remembers what a reader was given. */
export class EventRecorder {
  readonly events: IncomingEvent[] = [];

  readonly handle = async (events: readonly IncomingEvent[]): Promise<void> => {
    this.events.push(...events);
  };

  get ids(): readonly string[] {
    return this.events.map(({ id }) => id);
  }

  /** The ids of each key in the order of arrival, each id once. */
  get idsByKey(): ReadonlyMap<string, readonly string[]> {
    return groupIdsByKey(this.events);
  }

  has(events: readonly OutgoingEvent[]): boolean {
    const ids = new Set(this.ids);
    return events.every(({ id }) => ids.has(id));
  }
}

export function groupIdsByKey(
  events: readonly OutgoingEvent[],
): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, Set<string>>();
  for (const { id, key } of events) keys.set(key, (keys.get(key) ?? new Set()).add(id));
  return new Map(
    [...keys]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([key, ids]) => [key, [...ids]]),
  );
}

/** `count` events spread over `keys` keys, in a known order per key. */
export function makeEvents(options: {
  readonly count: number;
  readonly keys: number;
  readonly name?: string;
}): OutgoingEvent[] {
  const name = options.name ?? 'event';
  return Array.from({ length: options.count }, (_, index) => ({
    id: `${name}-${index}`,
    key: `${name}-key-${index % options.keys}`,
    payload: Buffer.from(`payload of ${name} ${index}`),
  }));
}
