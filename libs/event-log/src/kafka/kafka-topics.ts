import type { Admin } from 'kafkajs';
import { memoizeStart } from '../memoize-start';

export interface KafkaTopics {
  /** Creates the topic when it is missing; afterwards answers from memory. */
  ensure(topic: string): Promise<void>;
  forget(topic: string): void;
}

export interface KafkaTopicOptions {
  readonly partitions: number;
  /** -1: the broker's own default. */
  readonly replicationFactor: number;
  /** 0: the broker's own default. */
  readonly insyncReplicasMin: number;
}

/** Long enough for a reader that was away over a holiday; unread events are unposted charges. */
const retentionMs = 30 * 24 * 60 * 60_000;

const leaderLooksMax = 40;
const leaderLookMs = 50;

/**
 * Another client may have created the topic a moment ago. A batch for several partitions of which
 * one has no leader yet is stored in part, and then again as a whole.
 */
async function waitForLeaders(admin: Admin, topic: string): Promise<void> {
  for (let look = 0; look < leaderLooksMax; look++) {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const partitions = topics[0]?.partitions ?? [];
    if (partitions.length > 0 && partitions.every(({ leader }) => leader >= 0)) return;
    await new Promise((resolve) => setTimeout(resolve, leaderLookMs));
  }
}

/** Topics are made here and not by the broker, which would pick its own number of partitions. */
export function createKafkaTopics(
  getAdmin: () => Promise<Admin>,
  { insyncReplicasMin, partitions, replicationFactor }: KafkaTopicOptions,
): KafkaTopics {
  const insync = { name: 'min.insync.replicas', value: String(insyncReplicasMin) };
  const configEntries = [
    { name: 'retention.ms', value: String(retentionMs) },
    ...(insyncReplicasMin === 0 ? [] : [insync]),
  ];
  const known = new Map<string, () => Promise<void>>();

  async function create(topic: string): Promise<void> {
    const admin = await getAdmin();
    // Answers false, and does not reject, when the topic is there already.
    const isNew = await admin.createTopics({
      waitForLeaders: true,
      topics: [
        {
          topic,
          numPartitions: partitions,
          replicationFactor,
          configEntries,
        },
      ],
    });
    if (!isNew) await waitForLeaders(admin, topic);
  }

  return {
    ensure: (topic) => {
      const ensure = known.get(topic) ?? memoizeStart(() => create(topic));
      known.set(topic, ensure);
      return ensure();
    },
    forget: (topic) => {
      known.delete(topic);
    },
  };
}
