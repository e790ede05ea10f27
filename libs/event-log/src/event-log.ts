/** An event to be published. A second delivery of the same id must do nothing at the reader. */
export interface OutgoingEvent {
  readonly id: string;
  /** Events of one key arrive in the order in which they were published. */
  readonly key: string;
  readonly payload: Uint8Array;
}

export interface IncomingEvent extends OutgoingEvent {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly publishedAtMs: number;
}

export interface SubscribeOptions {
  readonly topic: string;
  /** Readers of one group share the topic; every group reads all of it. */
  readonly group: string;
  readonly batchMax?: number;
  /**
   * Gets events of one partition, in order. Resolved: they are done. Thrown: they are redelivered,
   * with growing pauses. Thrown PoisonEventError: it is parked and the others are redelivered.
   */
  handle(events: readonly IncomingEvent[]): Promise<void>;
}

export interface Subscription {
  /** Waits for the running `handle`, then gives the partitions back. */
  stop(): Promise<void>;
}

/** An ordered, durable log that is read at least once. */
export interface EventLog {
  /** Resolves only when the events are durable. After a rejection they may be there or not. */
  publish(topic: string, events: readonly OutgoingEvent[]): Promise<void>;
  /** Does not wait for the store: it keeps trying in the background until it is there. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  checkHealth(): Promise<void>;
  /** Stops the subscriptions that are left, too. */
  close(): Promise<void>;
}

export const batchMaxDefault = 500;
/** Both engines take this; Kafka's own default limit is just above it. */
export const payloadBytesMax = 900_000;
export const partitionsDefault = 4;
/**
 * A reader that is silent for so long loses its partitions to the others of its group. A reader
 * that was killed and starts again waits for its former self, so it is as short as Kafka allows.
 */
export const sessionTimeoutMsDefault = 6_000;

export function getParkedTopic(topic: string): string {
  return `${topic}.parked`;
}

export function assertPublishable(event: OutgoingEvent): void {
  if (event.payload.byteLength > payloadBytesMax) {
    throw new RangeError(`event ${event.id} is larger than ${payloadBytesMax} bytes`);
  }
}
