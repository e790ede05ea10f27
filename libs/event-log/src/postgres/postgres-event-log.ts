import { makeUlid } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import { createDatabase, createListener, type Database, type Listener } from '@tollgate/postgres';
import {
  assertPublishable,
  getParkedTopic,
  partitionsDefault,
  sessionTimeoutMsDefault,
  type EventLog,
  type OutgoingEvent,
  type SubscribeOptions,
  type Subscription,
} from '../event-log';
import { splitBatches } from '../split-batches';
import { appendEvents } from './append-events';
import { GroupReader } from './group-reader';
import { ensureGroup, type GroupMember } from './group-store';
import { notifyChannel, parseNotice } from './notices';
import { startRetention } from './retention';
import { createTopicRegistry, type TopicRegistry } from './topic-registry';
import type { TopicPartition } from './topic-partitions';

export interface PostgresEventLogOptions {
  /** A role that owns the schema of the event log and has it as search_path. */
  readonly url: string;
  readonly clientId: string;
  readonly logger: Logger;
  /** For topics that do not exist yet. */
  readonly partitions?: number;
  readonly sessionTimeoutMs?: number;
}

const connectionsMax = 6;

/** The embedded engine: one table of events, read in order by groups that lease its partitions. */
export function createPostgresEventLog(options: PostgresEventLogOptions): EventLog {
  return new PostgresEventLog(options);
}

class PostgresEventLog implements EventLog {
  readonly #options: PostgresEventLogOptions;
  readonly #database: Database;
  readonly #registry: TopicRegistry;
  readonly #readers = new Set<GroupReader>();
  #listener: Listener | undefined;
  #stopRetention: (() => void) | undefined;

  constructor(options: PostgresEventLogOptions) {
    const { url, clientId, logger } = options;
    this.#options = options;
    this.#database = createDatabase({
      url,
      name: `${clientId} event log`,
      logger,
      connectionsMax,
    });
    this.#registry = createTopicRegistry(this.#database, options.partitions ?? partitionsDefault);
  }

  async publish(topic: string, events: readonly OutgoingEvent[]): Promise<void> {
    events.forEach(assertPublishable);
    try {
      for (const batch of splitBatches(events)) {
        const partitions = await this.#registry.getPartitions(topic);
        await appendEvents(this.#database, topic, partitions, batch);
      }
    } catch (error) {
      this.#registry.forget();
      throw error;
    }
  }

  async subscribe(subscription: SubscribeOptions): Promise<Subscription> {
    const { clientId, logger } = this.#options;
    const { topic, group } = subscription;
    this.#startListening();
    const member = { group, topic, member: `${clientId}-${makeUlid()}` };
    const reader = new GroupReader({
      database: this.#database,
      member,
      sessionTimeoutMs: this.#options.sessionTimeoutMs ?? sessionTimeoutMsDefault,
      isListening: () => this.#listener?.isListening() ?? false,
      prepare: () => this.#prepareGroup(member),
      delivery: {
        subscription,
        logger,
        park: (event) => this.publish(getParkedTopic(topic), [event]),
      },
    });
    this.#readers.add(reader);
    return {
      stop: async () => {
        this.#readers.delete(reader);
        await reader.stop();
      },
    };
  }

  checkHealth(): Promise<void> {
    return this.#database.checkHealth();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#readers].map((reader) => reader.stop()));
    this.#readers.clear();
    this.#stopRetention?.();
    await this.#listener?.stop();
    await this.#database.close();
  }

  async #prepareGroup(member: GroupMember): Promise<readonly TopicPartition[]> {
    const partitions = await this.#registry.getPartitions(member.topic);
    await ensureGroup(this.#database, member);
    return partitions;
  }

  /** What only readers need is not opened for a process that only publishes. */
  #startListening(): void {
    if (this.#listener !== undefined) return;
    const { url, clientId, logger } = this.#options;
    this.#listener = createListener({
      url,
      name: clientId,
      channel: notifyChannel,
      logger,
      onNotification: (payload) => {
        for (const reader of this.#readers) reader.onNotice(parseNotice(payload));
      },
    });
    this.#listener.start();
    this.#stopRetention = startRetention(this.#database, logger);
  }
}
