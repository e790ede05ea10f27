import type { Database } from '@tollgate/postgres';
import { WakeSignal } from '../wake-signal';
import {
  computeBackoffMs,
  deliverEvents,
  type DeliveryOptions,
  makeDeliveryState,
} from '../deliver-events';
import { batchMaxDefault, type IncomingEvent } from '../event-log';
import { commitOffset, readEvents, type GroupMember, type Lease } from './group-store';

export interface PartitionReader {
  readonly lease: Lease;
  /** Sets the current end of the partition. */
  notice(end: bigint): void;
  /** Ends after the running batch. */
  stop(): void;
  readonly ended: Promise<void>;
}

export interface PartitionReaderOptions {
  readonly database: Database;
  readonly member: GroupMember;
  readonly lease: Lease;
  readonly delivery: DeliveryOptions;
}

/** The loop polls after this even without a wake; every beat of the group wakes it, too. */
const idleMsMax = 5 * 60_000;

/** Reads one leased partition from its committed offset: read, hand over, commit, repeat. */
export function startPartitionReader(options: PartitionReaderOptions): PartitionReader {
  const { database, member, lease, delivery } = options;
  const limit = delivery.subscription.batchMax ?? batchMaxDefault;
  const state = makeDeliveryState();
  const news = new WakeSignal();
  const stopping = new WakeSignal();
  let offset = lease.nextOffset;
  let isStopped = false;

  async function readOnce(): Promise<'continue' | 'idle' | 'failed'> {
    const events = await readEvents(database, member.topic, lease, offset);
    if (events.length === 0) return 'idle';
    for (let start = 0; start < events.length && !isStopped; start += limit) {
      const outcome = await handOver(events.slice(start, start + limit));
      if (outcome !== 'continue') return outcome;
    }
    return 'continue';
  }

  async function handOver(events: readonly IncomingEvent[]): Promise<'continue' | 'failed'> {
    if ((await deliverEvents(events, state, delivery)) === 'failed') return 'failed';
    const next = offset + BigInt(events.length);
    if (await commitOffset(database, member, lease, next)) {
      offset = next;
    } else {
      delivery.logger.info('partition lost to another reader', { ...member, ...lease });
      isStopped = true;
    }
    return 'continue';
  }

  async function run(): Promise<void> {
    let storeFailures = 0;
    while (!isStopped) {
      const outcome = await readOnce().catch((error: unknown) => {
        delivery.logger.warn('partition not read', { ...member, ...lease, error });
        return 'broken' as const;
      });
      storeFailures = outcome === 'broken' ? storeFailures + 1 : 0;
      if (isStopped) break;
      if (outcome === 'idle') await news.wait(idleMsMax);
      if (outcome === 'failed') await stopping.wait(computeBackoffMs(state.failures));
      if (outcome === 'broken') await stopping.wait(computeBackoffMs(storeFailures));
    }
  }

  return {
    lease,
    notice: (end) => {
      if (end > offset) news.wake();
    },
    stop: () => {
      isStopped = true;
      news.wake();
      stopping.wake();
    },
    ended: run(),
  };
}
