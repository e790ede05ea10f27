import type { Database } from '@tollgate/postgres';

export interface TopicPartition {
  readonly id: number;
  readonly number: number;
}

/**
 * The partitions of a topic, created when it is new. The first process fixes their number:
 * with another number the events of a key would be spread over two partitions.
 */
export async function ensureTopic(
  database: Database,
  topic: string,
  partitionsWanted: number,
): Promise<readonly TopicPartition[]> {
  const found = await findPartitions(database, topic);
  if (found.length > 0) return found;
  await database.withTransaction(async (transaction) => {
    await transaction.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`topic ${topic}`]);
    await transaction.query(
      `INSERT INTO partitions (topic, number)
       SELECT $1, number FROM generate_series(0, $2::integer - 1) AS number
       WHERE NOT EXISTS (SELECT 1 FROM partitions WHERE topic = $1)`,
      [topic, partitionsWanted],
    );
  });
  return findPartitions(database, topic);
}

async function findPartitions(
  database: Database,
  topic: string,
): Promise<readonly TopicPartition[]> {
  const { rows } = await database.query<TopicPartition>(
    'SELECT id, number FROM partitions WHERE topic = $1 ORDER BY number',
    [topic],
  );
  return rows;
}
