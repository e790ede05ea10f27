import { alignDelayMs, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Database, Queryable } from '@tollgate/postgres';
import { WakeSignal } from '../wake-signal';
import { computeBackoffMs } from '../deliver-events';
import type { EventLog, OutgoingEvent } from '../event-log';
import { watchOutboxWrites } from './outbox-writes';

export interface OutboxPublisherOptions {
  readonly database: Database;
  readonly eventLog: Pick<EventLog, 'publish'>;
  readonly logger: Logger;
}

interface OutboxRow {
  id: bigint;
  topic: string;
  event_id: string;
  event_key: string;
  payload: Buffer;
}

const batchMax = 500;
/** After a write in this process, until its transaction must have ended. */
const pollMs = 200;
const busyMs = 10_000;
/** Otherwise: rows that another process wrote and did not publish before it ended. */
const quietPollMs = 5_000;

/**
 * Moves the outbox into the event log: in order, at least once. Rows are deleted by the transaction
 * that published them, so a crash in between publishes them again and loses nothing.
 */
export function createOutboxPublisher(options: OutboxPublisherOptions): Part {
  const { database, logger } = options;
  const wakeSignal = new WakeSignal();
  let isStopped = false;
  let running: Promise<void> | undefined;
  let busyUntilMs = 0;
  let stopWatching: (() => void) | undefined;

  function getPauseMs(failures: number): number {
    if (failures > 0) return computeBackoffMs(failures);
    return performance.now() < busyUntilMs ? pollMs : alignDelayMs(quietPollMs);
  }

  function onWrite(): void {
    const isQuiet = performance.now() >= busyUntilMs;
    busyUntilMs = performance.now() + busyMs;
    // The row is not committed yet: this only ends the long pause.
    if (isQuiet) wakeSignal.wake();
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!isStopped) {
      try {
        const published = await publishBatch(options);
        failures = 0;
        if (published === batchMax) continue;
      } catch (error) {
        failures += 1;
        logger.warn('outbox not published', { failures, error });
      }
      await wakeSignal.wait(getPauseMs(failures));
    }
  }

  return {
    name: 'outbox publisher',
    start: () => {
      stopWatching = watchOutboxWrites(onWrite);
      running = run();
    },
    stop: async () => {
      isStopped = true;
      stopWatching?.();
      wakeSignal.wake();
      await running;
      // Publishes what was written since the last batch; otherwise it waits for the next start.
      await publishBatch({ database, eventLog: options.eventLog, logger }).catch((error: unknown) =>
        logger.warn('outbox not published', { error }),
      );
    },
  };
}

async function publishBatch({ database, eventLog }: OutboxPublisherOptions): Promise<number> {
  // Without this look an idle service would open a transaction every time.
  const waiting = await database.queryNamed('outbox_waiting', 'SELECT 1 FROM outbox LIMIT 1');
  if (waiting.rowCount === 0) return 0;
  return database.withTransaction(
    async (transaction) => {
      if (!(await takeTurn(transaction))) return 0;
      const { rows } = await transaction.queryNamed<OutboxRow>(
        'outbox_read',
        `SELECT id, topic, event_id, event_key, payload FROM outbox ORDER BY id LIMIT ${batchMax}`,
      );
      for (const [topic, events] of groupByTopic(rows)) await eventLog.publish(topic, events);
      await transaction.queryNamed('outbox_delete', 'DELETE FROM outbox WHERE id = ANY($1)', [
        rows.map(({ id }) => id),
      ]);
      return rows.length;
    },
    { attemptsMax: 1 },
  );
}

/** Two publishers at work would break the order. The lock ends with the transaction, or with us. */
async function takeTurn(transaction: Queryable): Promise<boolean> {
  const { rows } = await transaction.queryNamed<{ is_mine: boolean }>(
    'outbox_turn',
    "SELECT pg_try_advisory_xact_lock(hashtext('outbox ' || current_schema())) AS is_mine",
  );
  return rows[0]?.is_mine === true;
}

function groupByTopic(rows: readonly OutboxRow[]): ReadonlyMap<string, OutgoingEvent[]> {
  const topics = new Map<string, OutgoingEvent[]>();
  for (const row of rows) {
    const events = topics.get(row.topic) ?? [];
    events.push({ id: row.event_id, key: row.event_key, payload: row.payload });
    topics.set(row.topic, events);
  }
  return topics;
}
