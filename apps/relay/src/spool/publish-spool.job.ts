import type { EventLog } from '@tollgate/event-log';
import { alignDelayMs, type Part, type ReachCrashPoint } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Spool, SpoolRecord } from '@tollgate/spool';
import { decodeEnvelope, type SpoolEnvelope } from './spool-envelope';

export interface PublishSpoolOptions {
  readonly spool: Spool;
  readonly eventLog: EventLog;
  readonly reachCrashPoint?: ReachCrashPoint;
  readonly logger: Logger;
}

const batchMax = 500;
/**
 * Records are gathered for this long, so that one write to the event log and one posting in the
 * book handle many. At 25 ms the batches of a quiet gateway cost more than the calls themselves.
 */
const lingerMs = 500;
const backoffMsMax = 2_000;
/** Records of the previous process become readable without a wake-up. */
const idlePollMs = 1_000;

/** Publishes records from the spool to the event log, in order and at least once. */
export class PublishSpoolJob implements Part {
  readonly name = 'spool publisher';
  readonly #options: PublishSpoolOptions;
  #isStopping = false;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #isWoken = false;

  constructor(options: PublishSpoolOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Unpublished records stay on disk and are published after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#running;
  }

  /** Records may be waiting. */
  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    let failures = 0;
    for (;;) {
      const outcome = await this.#publishBatch();
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (this.#isStopping && outcome !== 'sent') return;
      if (outcome === 'failed')
        await this.#pause(Math.min(backoffMsMax, 50 * 2 ** Math.min(failures, 10)));
      if (outcome === 'empty') await this.#waitForWork();
    }
  }

  async #publishBatch(): Promise<'sent' | 'empty' | 'failed'> {
    const { eventLog, logger, reachCrashPoint, spool } = this.#options;
    try {
      const records = spool.readBatch(batchMax);
      if (records.length === 0) return 'empty';
      for (const [topic, events] of groupByTopic(records)) await eventLog.publish(topic, events);
      reachCrashPoint?.('relay.published');
      await spool.commitBatch();
      return 'sent';
    } catch (error) {
      logger.warn('usage records not published yet', { backlogBytes: spool.backlogBytes, error });
      spool.rewindBatch();
      return 'failed';
    }
  }

  async #waitForWork(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, alignDelayMs(idlePollMs));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    const isRecordWaiting = this.#isWoken && !this.#isStopping;
    this.#isWoken = false;
    if (isRecordWaiting) await this.#pause(lingerMs);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}

/** Only the order of events with the same key matters, and these share a topic. */
function groupByTopic(records: readonly SpoolRecord[]): Map<string, SpoolEnvelope[]> {
  const groups = new Map<string, SpoolEnvelope[]>();
  for (const { payload } of records) {
    const envelope = decodeEnvelope(payload);
    const group = groups.get(envelope.topic) ?? [];
    groups.set(envelope.topic, group);
    group.push(envelope);
  }
  return groups;
}
