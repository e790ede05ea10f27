import { alignDelayMs } from '@tollgate/lifecycle';
import type { Database } from '@tollgate/postgres';
import { WakeSignal } from '../wake-signal';
import { computeBackoffMs, type DeliveryOptions } from '../deliver-events';
import {
  beat,
  leave,
  readEnds,
  releaseLease,
  takeLeases,
  type GroupMember,
  type Lease,
} from './group-store';
import type { Notice } from './notices';
import { startPartitionReader, type PartitionReader } from './partition-reader';
import type { TopicPartition } from './topic-partitions';

export interface GroupReaderOptions {
  readonly database: Database;
  readonly member: GroupMember;
  readonly delivery: DeliveryOptions;
  readonly sessionTimeoutMs: number;
  /** Whether `onNotice` is called for new events now. */
  readonly isListening: () => boolean;
  /** Creates tables, topic and group where missing. */
  readonly prepare: () => Promise<readonly TopicPartition[]>;
}

interface RunningReader {
  readonly reader: PartitionReader;
  /** It has ended and its partition is released. */
  readonly gone: Promise<void>;
}

/** Without notifications events are found by looking for them, before 250 ms have passed. */
const pollMs = 200;
/** With them this only repairs a connection that died without the system noticing it. */
const listeningPollMs = 2_000;
const beatsPerSession = 3;

/**
 * One member of a group. Every member computes the same division of the partitions from the same
 * list of living members, takes what falls to it once that is free, and gives the rest back.
 */
export class GroupReader {
  readonly #options: GroupReaderOptions;
  readonly #readers = new Map<number, RunningReader>();
  readonly #wakeSignal = new WakeSignal();
  readonly #running: Promise<void>;
  #isStopped = false;
  /** Undefined until they are known to exist. */
  #partitions: readonly TopicPartition[] | undefined;
  /** On the clock that never jumps: beats must not pause because the system's time was set back. */
  #nextBeatMs = 0;

  constructor(options: GroupReaderOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  onNotice({ kind, topic }: Notice): void {
    if (topic !== '' && topic !== this.#options.member.topic) return;
    if (kind === 'members') this.#nextBeatMs = 0;
    this.#wakeSignal.wake();
  }

  async stop(): Promise<void> {
    const { database, member, delivery } = this.#options;
    this.#isStopped = true;
    this.#wakeSignal.wake();
    await this.#running;
    const ending = [...this.#readers.values()];
    for (const { reader } of ending) reader.stop();
    await Promise.all(ending.map(({ gone }) => gone));
    await leave(database, member).catch((error: unknown) =>
      delivery.logger.debug('group not left', { ...member, error }),
    );
  }

  async #run(): Promise<void> {
    const { member, delivery } = this.#options;
    let failures = 0;
    while (!this.#isStopped) {
      try {
        if (performance.now() >= this.#nextBeatMs) await this.#balance();
        else await this.#tellEnds();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#partitions = undefined;
        delivery.logger.warn('event log not readable', { ...member, failures, error });
      }
      if (this.#isStopped) break;
      await this.#wakeSignal.wait(this.#getPauseMs(failures));
    }
  }

  #getPauseMs(failures: number): number {
    if (failures > 0) return computeBackoffMs(failures);
    if (!this.#options.isListening()) return pollMs;
    // Leases must be extended in time. Timers leave out fractions: they would end before the beat.
    const untilBeatMs = Math.ceil(this.#nextBeatMs - performance.now());
    return Math.max(0, Math.min(listeningPollMs, untilBeatMs));
  }

  async #balance(): Promise<void> {
    const { database, member, sessionTimeoutMs } = this.#options;
    const partitions = (this.#partitions ??= await this.#options.prepare());
    // Set before the members are read: a notice that comes meanwhile sets it back to 0.
    this.#nextBeatMs = performance.now() + alignDelayMs(sessionTimeoutMs / beatsPerSession);
    const { leases: held, members } = await beat(database, member, sessionTimeoutMs);
    const mine = members.indexOf(member.member);
    const wanted = partitions
      .filter(({ number }) => number % members.length === mine)
      .map(({ number }) => number);
    const isMissing = wanted.some((number) => !held.some(({ partition }) => partition === number));
    const leases = isMissing ? await takeLeases(database, member, wanted, sessionTimeoutMs) : held;
    // Others may hold all of them, or the tables were emptied.
    if (leases.length === 0) this.#partitions = undefined;
    this.#stopLost(leases);
    for (const lease of leases) {
      const running = this.#readers.get(lease.partitionId);
      const isWanted = wanted.includes(lease.partition);
      if (isWanted && running === undefined) this.#startReader(lease);
      running?.reader.notice(lease.end);
      if (!isWanted && running !== undefined) running.reader.stop();
      // Its reader ended while the store was away, so the partition could not be released then.
      if (!isWanted && running === undefined) await this.#giveBack(lease);
    }
  }

  /** A different epoch means that another reader had the partition in between. */
  #stopLost(leases: readonly Lease[]): void {
    const epochs = new Map(leases.map(({ partitionId, epoch }) => [partitionId, epoch]));
    for (const [partitionId, { reader }] of this.#readers) {
      if (epochs.get(partitionId) !== reader.lease.epoch) reader.stop();
    }
  }

  #startReader(lease: Lease): void {
    const { database, member, delivery } = this.#options;
    const reader = startPartitionReader({ database, member, lease, delivery });
    const gone = reader.ended.then(() => this.#giveBack(lease));
    this.#readers.set(lease.partitionId, { reader, gone });
  }

  async #giveBack(lease: Lease): Promise<void> {
    const { database, member, delivery } = this.#options;
    try {
      await releaseLease(database, member, lease);
    } catch (error) {
      delivery.logger.debug('partition not released', { ...member, ...lease, error });
    }
    this.#readers.delete(lease.partitionId);
    this.#nextBeatMs = 0;
    this.#wakeSignal.wake();
  }

  async #tellEnds(): Promise<void> {
    if (this.#readers.size === 0) return;
    const ends = await readEnds(this.#options.database, this.#options.member.topic);
    for (const [partitionId, { reader }] of this.#readers) {
      reader.notice(ends.get(partitionId) ?? 0n);
    }
  }
}
