import { Partitioners, type Kafka, type Producer } from 'kafkajs';
import type { OutgoingEvent } from '../event-log';
import { memoizeStart } from '../memoize-start';
import { encodeMessage } from './kafka-messages';

export interface KafkaProducer {
  send(topic: string, events: readonly OutgoingEvent[]): Promise<void>;
  close(): Promise<void>;
}

const allReplicas = -1;
const acknowledgeTimeoutMs = 10_000;

/**
 * Not idempotent, on purpose: after a lost reply kafkajs 2.2.4 rewinds its sequence number, and
 * if the next `send` has as many messages, the broker takes it for the repetition and drops it
 * while reporting success. A duplicate event is harmless here, a lost one is a lost charge.
 */
export function createKafkaProducer(kafka: Kafka): KafkaProducer {
  const producer: Producer = kafka.producer({
    idempotent: false,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const connect = memoizeStart(() => producer.connect());
  return {
    send: async (topic, events) => {
      await connect();
      await producer.send({
        topic,
        acks: allReplicas,
        timeout: acknowledgeTimeoutMs,
        messages: events.map(encodeMessage),
      });
    },
    close: () => producer.disconnect(),
  };
}
