import type { Database } from '@tollgate/postgres';

const rowsPerRoundMax = 5_000;
const roundsMax = 200;

/**
 * Deletes events that every group has read and that are older than the bound. A partition without
 * any group (a parking topic, usually) keeps everything. Returns how many batches went.
 */
export async function deleteConsumed(database: Database, olderThanMs: number): Promise<number> {
  const { rows } = await database.query<{ partition_id: number; consumed: bigint }>(
    'SELECT partition_id, min(next_offset) AS consumed FROM group_offsets GROUP BY partition_id',
  );
  let deleted = 0;
  for (const { partition_id: partitionId, consumed } of rows) {
    for (let round = 0; round < roundsMax; round++) {
      const count = await deleteRound(database, partitionId, consumed, olderThanMs);
      deleted += count;
      if (count < rowsPerRoundMax) break;
    }
  }
  return deleted;
}

/** Looks only at the oldest rows, so that a round with nothing to delete costs next to nothing. */
async function deleteRound(
  database: Database,
  partitionId: number,
  consumed: bigint,
  olderThanMs: number,
): Promise<number> {
  const { rowCount } = await database.query(
    `WITH oldest AS (
       SELECT first_offset, published_at FROM event_batches
       WHERE partition_id = $1 AND first_offset + event_count <= $2
       ORDER BY first_offset LIMIT $4
     )
     DELETE FROM event_batches WHERE partition_id = $1 AND first_offset IN (
       SELECT first_offset FROM oldest WHERE published_at < now() - $3 * interval '1 ms'
     )`,
    [partitionId, consumed, olderThanMs, rowsPerRoundMax],
  );
  return rowCount;
}
