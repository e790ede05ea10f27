import type { Consumer, Kafka } from 'kafkajs';
import { WakeSignal } from '../wake-signal';
import { computeBackoffMs, type DeliveryOptions } from '../deliver-events';
import type { Subscription } from '../event-log';
import { createPartitionDeliverer } from './partition-deliverer';

export interface KafkaSubscriptionOptions {
  readonly kafka: Kafka;
  readonly delivery: DeliveryOptions;
  readonly partitions: number;
  readonly sessionTimeoutMs: number;
  readonly ensureTopic: () => Promise<void>;
}

const beatsPerSession = 4;
const rebalanceTimeoutMs = 30_000;
const fetchWaitMsMax = 250;
const watchMs = 60_000;

/** Keeps a consumer alive: builds a new one whenever kafkajs gives the old one up. */
export function startKafkaSubscription(options: KafkaSubscriptionOptions): Subscription {
  const { topic, group } = options.delivery.subscription;
  const { logger } = options.delivery;
  const wakeSignal = new WakeSignal();
  let isStopped = false;
  let failures = 0;
  let current: RunningConsumer | undefined;

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        if (current === undefined) {
          await options.ensureTopic();
          current = await startConsumer(options, onCrash);
        }
        failures = 0;
        await wakeSignal.wait(watchMs);
      } catch (error) {
        failures += 1;
        logger.warn('event log not readable', { topic, group, failures, error });
        await wakeSignal.wait(computeBackoffMs(failures));
      }
    }
  }

  function onCrash(consumer: RunningConsumer, error: Error): void {
    logger.warn('kafka consumer gave up', { topic, group, error });
    if (current !== consumer) return;
    current = undefined;
    void consumer.stop().catch(() => undefined);
    wakeSignal.wake();
  }

  const running = run();
  return {
    stop: async () => {
      isStopped = true;
      wakeSignal.wake();
      await running;
      await current?.stop();
    },
  };
}

interface RunningConsumer {
  stop(): Promise<void>;
}

async function startConsumer(
  { kafka, delivery, partitions, sessionTimeoutMs }: KafkaSubscriptionOptions,
  onCrash: (consumer: RunningConsumer, error: Error) => void,
): Promise<RunningConsumer> {
  const { topic, group } = delivery.subscription;
  const heartbeatMs = Math.floor(sessionTimeoutMs / beatsPerSession);
  const deliverer = createPartitionDeliverer(delivery, heartbeatMs);
  const consumer: Consumer = kafka.consumer({
    // kafkajs assigns all topics of a group to all its members, whatever each subscribed to.
    groupId: `${group}.${topic}`,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: heartbeatMs,
    rebalanceTimeout: rebalanceTimeoutMs,
    maxWaitTimeInMs: fetchWaitMsMax,
    allowAutoTopicCreation: false,
  });
  const handle: RunningConsumer = {
    stop: async () => {
      deliverer.stop();
      await consumer.disconnect();
    },
  };
  // With restart, kafkajs starts the same consumer again by itself.
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) onCrash(handle, payload.error);
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: partitions,
      eachBatch: deliverer.eachBatch,
    });
  } catch (error) {
    await handle.stop().catch(() => undefined);
    throw error;
  }
  return handle;
}
