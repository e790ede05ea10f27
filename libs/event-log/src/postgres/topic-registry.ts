import type { Database } from '@tollgate/postgres';
import { memoizeStart } from '../memoize-start';
import { createTables } from './tables';
import { ensureTopic, type TopicPartition } from './topic-partitions';

export interface TopicRegistry {
  /** Creates tables and topic where missing; afterwards answers from memory. */
  getPartitions(topic: string): Promise<readonly TopicPartition[]>;
  /** Looks at the database again next time; called after a failure, which a restore may explain. */
  forget(): void;
}

export function createTopicRegistry(database: Database, partitionsWanted: number): TopicRegistry {
  const topics = new Map<string, () => Promise<readonly TopicPartition[]>>();
  let prepareTables = memoizeStart(() => createTables(database));
  return {
    getPartitions: async (topic) => {
      await prepareTables();
      const known =
        topics.get(topic) ?? memoizeStart(() => ensureTopic(database, topic, partitionsWanted));
      topics.set(topic, known);
      return known();
    },
    forget: () => {
      topics.clear();
      prepareTables = memoizeStart(() => createTables(database));
    },
  };
}
