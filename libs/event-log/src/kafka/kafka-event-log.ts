import { Kafka, type Admin, type ISocketFactory, type SASLOptions } from 'kafkajs';
import type { KafkaSettings } from '@tollgate/config';
import type { Logger } from '@tollgate/observability';
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
import { memoizeStart } from '../memoize-start';
import { splitBatches } from '../split-batches';
import { makeKafkaLogger } from './kafka-logger';
import { createKafkaProducer, type KafkaProducer } from './kafka-producer';
import { startKafkaSubscription } from './kafka-subscription';
import { createKafkaTopics, type KafkaTopics } from './kafka-topics';

export interface KafkaEventLogOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Left out: no TLS, no sign-in, and topics as the brokers make them. */
  readonly settings?: KafkaSettings | undefined;
  readonly logger: Logger;
  /** For topics that do not exist yet, and how many are read at the same time. */
  readonly partitions?: number;
  /** At least 6 s, or a broker with default settings refuses the group. */
  readonly sessionTimeoutMs?: number;
  /** How sockets are opened. */
  readonly socketFactory?: ISocketFactory;
}

const connectTimeoutMs = 2_000;
const requestTimeoutMs = 10_000;
const retries = { initialRetryTime: 100, maxRetryTime: 2_000, retries: 4 };
const brokerDefault = -1;
const healthTimeoutMs = 3_000;

function createClient(options: KafkaEventLogOptions): Kafka {
  return new Kafka({
    clientId: options.clientId,
    brokers: [...options.brokers],
    connectionTimeout: connectTimeoutMs,
    requestTimeout: requestTimeoutMs,
    retry: retries,
    logCreator: makeKafkaLogger(options.logger),
    ...makeAccess(options.settings),
    ...(options.socketFactory === undefined ? {} : { socketFactory: options.socketFactory }),
  });
}

function makeAccess({ sasl, tls }: Partial<KafkaSettings> = {}): {
  readonly ssl: boolean | { readonly ca: string };
  readonly sasl?: SASLOptions;
} {
  const ssl = tls?.ca === undefined ? tls !== undefined : { ca: tls.ca };
  if (sasl === undefined) return { ssl };
  const { mechanism, password, username } = sasl;
  return { ssl, sasl: { mechanism, username, password: password.reveal() } };
}

/** The engine for more than one machine. */
export function createKafkaEventLog(options: KafkaEventLogOptions): EventLog {
  return new KafkaEventLog(options);
}

class KafkaEventLog implements EventLog {
  readonly #options: KafkaEventLogOptions;
  readonly #partitions: number;
  readonly #kafka: Kafka;
  readonly #connectAdmin: () => Promise<Admin>;
  readonly #admin: Admin;
  readonly #topics: KafkaTopics;
  readonly #producer: KafkaProducer;
  readonly #subscriptions = new Set<Subscription>();

  constructor(options: KafkaEventLogOptions) {
    this.#options = options;
    this.#partitions = options.partitions ?? partitionsDefault;
    this.#kafka = createClient(options);
    const admin = this.#kafka.admin();
    this.#admin = admin;
    this.#connectAdmin = memoizeStart(() => admin.connect().then(() => admin));
    this.#topics = createKafkaTopics(this.#connectAdmin, {
      partitions: this.#partitions,
      replicationFactor: options.settings?.replicas || brokerDefault,
      insyncReplicasMin: options.settings?.insyncReplicasMin ?? 0,
    });
    this.#producer = createKafkaProducer(this.#kafka);
  }

  async publish(topic: string, events: readonly OutgoingEvent[]): Promise<void> {
    events.forEach(assertPublishable);
    try {
      for (const batch of splitBatches(events)) {
        await this.#topics.ensure(topic);
        await this.#producer.send(topic, batch);
      }
    } catch (error) {
      this.#topics.forget(topic);
      throw error;
    }
  }

  async subscribe(subscription: SubscribeOptions): Promise<Subscription> {
    const { topic } = subscription;
    const running = startKafkaSubscription({
      kafka: this.#kafka,
      partitions: this.#partitions,
      sessionTimeoutMs: this.#options.sessionTimeoutMs ?? sessionTimeoutMsDefault,
      ensureTopic: () => this.#topics.ensure(topic),
      delivery: {
        subscription,
        logger: this.#options.logger,
        park: (event) => this.publish(getParkedTopic(topic), [event]),
      },
    });
    this.#subscriptions.add(running);
    return {
      stop: async () => {
        this.#subscriptions.delete(running);
        await running.stop();
      },
    };
  }

  /** By a real request: `connect` resolves even when the broker accepts and never answers. */
  checkHealth(): Promise<void> {
    return withTimeout(this.#connectAdmin().then((admin) => admin.describeCluster()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    this.#subscriptions.clear();
    await Promise.all([this.#producer.close(), this.#admin.disconnect()]);
  }
}

async function withTimeout(request: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Kafka does not answer')), healthTimeoutMs);
  });
  try {
    await Promise.race([request, expired]);
  } finally {
    clearTimeout(timer);
  }
}
