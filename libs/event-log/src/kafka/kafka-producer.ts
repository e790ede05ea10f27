import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJSError, Partitioners, type Kafka, type Producer } from 'kafkajs';
import type { OutgoingEvent } from '../event-log';
import { memoizeStart } from '../memoize-start';
import { encodeMessage } from './kafka-messages';

export interface KafkaProducer {
  send(topic: string, events: readonly OutgoingEvent[]): Promise<void>;
  close(): Promise<void>;
}

const allReplicas = -1;
const acknowledgeTimeoutMs = 10_000;
const noRetries = { retries: 0 };
/** Before a batch is sent again. A leader that was just elected is known after some of these. */
const pausesMs = [50, 200, 500, 1_000, 2_000];

/**
 * Not idempotent, on purpose: after a lost reply kafkajs 2.2.4 rewinds its sequence number, and
 * if the next `send` has as many messages, the broker takes it for the repetition and drops it
 * while reporting success. A duplicate event is harmless here, a lost one is a lost charge.
 *
 * Without retries of kafkajs, for the same reason: it repeats only to brokers that have not
 * answered yet. A partition whose leader died and whose new leader has answered for other
 * partitions is left out, and the send succeeds without its events. The whole batch is repeated.
 */
export function createKafkaProducer(kafka: Kafka): KafkaProducer {
  const producer: Producer = kafka.producer({
    idempotent: false,
    retry: noRetries,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const connect = memoizeStart(() => producer.connect());
  return {
    send: async (topic, events) => {
      await connect();
      const batch = {
        topic,
        acks: allReplicas,
        timeout: acknowledgeTimeoutMs,
        messages: events.map(encodeMessage),
      };
      await repeat(() => producer.send(batch));
    },
    close: () => producer.disconnect(),
  };
}

async function repeat(send: () => Promise<unknown>): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      await send();
      return;
    } catch (error) {
      if (!isRetriable(error)) throw error;
      await sleep(pauseMs);
    }
  }
  await send();
}

/** What kafkajs would have repeated: the error itself, or the one for which it gave up. */
function isRetriable(error: unknown): boolean {
  if (!(error instanceof KafkaJSError)) return false;
  return error.retriable || (error.cause instanceof KafkaJSError && error.cause.retriable);
}
