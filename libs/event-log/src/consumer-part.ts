import type { Part } from '@tollgate/lifecycle';
import type { EventLog, IncomingEvent, SubscribeOptions, Subscription } from './event-log';
import { PoisonEventError } from './poison-event-error';

export interface ConsumerPartOptions extends SubscribeOptions {
  readonly name: string;
  readonly eventLog: EventLog;
}

/** Reads a topic for as long as the service runs. */
export function createConsumerPart({ eventLog, name, ...options }: ConsumerPartOptions): Part {
  let subscription: Subscription | undefined;
  return {
    name,
    start: async () => {
      subscription = await eventLog.subscribe(options);
    },
    stop: async () => {
      await subscription?.stop();
    },
  };
}

/** What cannot be read now can never be read: it is parked, and those behind it go on. */
export function readEvent<T>(event: IncomingEvent, decode: (payload: Uint8Array) => T): T {
  try {
    return decode(event.payload);
  } catch (error) {
    throw new PoisonEventError(event.id, error);
  }
}
