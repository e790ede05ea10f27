import type { Logger } from '@tollgate/observability';
import type { IncomingEvent, SubscribeOptions } from './event-log';
import { PoisonEventError } from './poison-event-error';

/** What has to be remembered between two tries at the same events of one partition. */
export interface DeliveryState {
  failures: number;
  readonly parkedIds: Set<string>;
}

export interface DeliveryOptions {
  readonly subscription: SubscribeOptions;
  readonly logger: Logger;
  /** Puts an event aside durably. */
  readonly park: (event: IncomingEvent) => Promise<void>;
}

export type DeliveryOutcome = 'delivered' | 'failed';

/** Ids in a line of the log. */
const shownMax = 20;
const backoffMsFirst = 100;
const backoffMsMax = 10_000;

export function makeDeliveryState(): DeliveryState {
  return { failures: 0, parkedIds: new Set() };
}

/** Hands the events over once, and again without each event that proves to be poison. */
export async function deliverEvents(
  events: readonly IncomingEvent[],
  state: DeliveryState,
  options: DeliveryOptions,
): Promise<DeliveryOutcome> {
  const roundsMax = events.length + 1;
  for (let round = 0; round < roundsMax; round++) {
    const rest = events.filter(({ id }) => !state.parkedIds.has(id));
    if (rest.length === 0) break;
    const failure = await tryToHandle(rest, options);
    if (failure === undefined) break;
    if (!(await tryToPark(rest, state, options, failure))) {
      state.failures += 1;
      return 'failed';
    }
  }
  state.failures = 0;
  state.parkedIds.clear();
  return 'delivered';
}

async function tryToHandle(
  events: readonly IncomingEvent[],
  { subscription }: DeliveryOptions,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await subscription.handle(events);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** Whether the failure named one of the events as poison and that event is now put aside. */
async function tryToPark(
  events: readonly IncomingEvent[],
  state: DeliveryState,
  { subscription, logger, park }: DeliveryOptions,
  { error }: { readonly error: unknown },
): Promise<boolean> {
  const { topic, group } = subscription;
  const poison =
    error instanceof PoisonEventError ? events.find(({ id }) => id === error.eventId) : undefined;
  const place = { topic, group, partition: events[0]?.partition };
  if (poison === undefined) {
    const eventIds = events.slice(0, shownMax).map(({ id }) => id);
    logger.warn('events not handled', { ...place, eventIds, failures: state.failures + 1, error });
    return false;
  }
  try {
    await park(poison);
  } catch (parkError) {
    logger.warn('event not parked', { ...place, eventId: poison.id, error: parkError });
    return false;
  }
  logger.error('event parked', { ...place, eventId: poison.id, offset: poison.offset, error });
  state.parkedIds.add(poison.id);
  return true;
}

/** Doubles up to a limit; shortened at random, so that partitions do not retry in step. */
export function computeBackoffMs(failures: number): number {
  const limitMs = Math.min(backoffMsMax, backoffMsFirst * 2 ** Math.max(0, failures - 1));
  return limitMs * (0.75 + Math.random() * 0.25);
}
