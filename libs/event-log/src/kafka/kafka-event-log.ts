import { Kafka, type ISocketFactory } from 'kafkajs';
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
import { createKafkaProducer } from './kafka-producer';
import { startKafkaSubscription } from './kafka-subscription';
import { createKafkaTopics } from './kafka-topics';

export interface KafkaEventLogOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
  /** For topics that do not exist yet, and how many are read at the same time. */
  readonly partitions?: number;
  readonly replicationFactor?: number;
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
    ...(options.socketFactory === undefined ? {} : { socketFactory: options.socketFactory }),
  });
}

/** The engine for more than one machine. */
export function createKafkaEventLog(options: KafkaEventLogOptions): EventLog {
  const { logger } = options;
  const partitions = options.partitions ?? partitionsDefault;
  const kafka = createClient(options);
  const admin = kafka.admin();
  const connectAdmin = memoizeStart(async () => {
    await admin.connect();
    return admin;
  });
  const replicationFactor = options.replicationFactor ?? brokerDefault;
  const topics = createKafkaTopics(connectAdmin, { partitions, replicationFactor });
  const producer = createKafkaProducer(kafka);
  const subscriptions = new Set<Subscription>();

  async function publish(topic: string, events: readonly OutgoingEvent[]): Promise<void> {
    events.forEach(assertPublishable);
    try {
      for (const batch of splitBatches(events)) {
        await topics.ensure(topic);
        await producer.send(topic, batch);
      }
    } catch (error) {
      topics.forget(topic);
      throw error;
    }
  }

  async function subscribe(subscription: SubscribeOptions): Promise<Subscription> {
    const { topic } = subscription;
    const running = startKafkaSubscription({
      kafka,
      partitions,
      sessionTimeoutMs: options.sessionTimeoutMs ?? sessionTimeoutMsDefault,
      ensureTopic: () => topics.ensure(topic),
      delivery: {
        subscription,
        logger,
        park: (event) => publish(getParkedTopic(topic), [event]),
      },
    });
    subscriptions.add(running);
    return {
      stop: async () => {
        subscriptions.delete(running);
        await running.stop();
      },
    };
  }

  return {
    publish,
    subscribe,
    /** By a real request: `connect` resolves even when the broker accepts and never answers. */
    checkHealth: () => withTimeout(connectAdmin().then(() => admin.describeCluster())),
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      subscriptions.clear();
      await Promise.all([producer.close(), admin.disconnect()]);
    },
  };
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
