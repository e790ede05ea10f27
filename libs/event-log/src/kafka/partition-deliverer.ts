import type { EachBatchPayload } from 'kafkajs';
import {
  computeBackoffMs,
  deliverEvents,
  makeDeliveryState,
  type DeliveryOptions,
  type DeliveryState,
} from '../deliver-events';
import { batchMaxDefault, type IncomingEvent } from '../event-log';
import { decodeMessage } from './kafka-messages';

export interface PartitionDeliverer {
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Forgets the pauses that are running. */
  stop(): void;
}

/**
 * Delivers what kafkajs fetched. A failure pauses the partition and returns: waiting inside
 * `eachBatch` would hold up every partition of the same broker, because kafkajs fetches again only
 * when all batches of a fetch are done. What is not resolved is fetched again after the pause.
 */
export function createPartitionDeliverer(
  delivery: DeliveryOptions,
  heartbeatMs: number,
): PartitionDeliverer {
  const states = new Map<number, DeliveryState>();
  const pauses = new Set<NodeJS.Timeout>();
  const batchMax = delivery.subscription.batchMax ?? batchMaxDefault;

  function getState(partition: number): DeliveryState {
    const state = states.get(partition) ?? makeDeliveryState();
    states.set(partition, state);
    return state;
  }

  function pauseFor(pauseMs: number, payload: EachBatchPayload): void {
    const resume = payload.pause();
    const timer = setTimeout(() => {
      pauses.delete(timer);
      resume();
    }, pauseMs);
    pauses.add(timer);
  }

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    const state = getState(partition);
    for (let start = 0; start < messages.length; start += batchMax) {
      if (!payload.isRunning() || payload.isStale()) return;
      const events = messages
        .slice(start, start + batchMax)
        .map((message) => decodeMessage(message, { topic, partition }));
      const outcome = await beatWhile(payload, heartbeatMs, () =>
        deliverEvents(events, state, delivery),
      );
      if (outcome === 'failed') {
        pauseFor(computeBackoffMs(state.failures), payload);
        return;
      }
      await commit(payload, events);
    }
  }

  return {
    eachBatch,
    stop: () => {
      for (const timer of pauses) clearTimeout(timer);
    },
  };
}

/** A long `handle` must not look like a dead reader. */
async function beatWhile<T>(
  payload: EachBatchPayload,
  heartbeatMs: number,
  run: () => Promise<T>,
): Promise<T> {
  // A refused heartbeat means that the group is rebalancing. The commit fails then as well,
  // and it is still accepted while the other members wait for this reader to rejoin.
  const timer = setInterval(() => void payload.heartbeat().catch(() => undefined), heartbeatMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}

async function commit(payload: EachBatchPayload, events: readonly IncomingEvent[]): Promise<void> {
  const { topic, partition } = payload.batch;
  const last = events.at(-1);
  if (last === undefined) return;
  const offset = (BigInt(last.offset) + 1n).toString();
  await payload.commitOffsetsIfNecessary({
    topics: [{ topic, partitions: [{ partition, offset }] }],
  });
  payload.resolveOffset(last.offset);
}
