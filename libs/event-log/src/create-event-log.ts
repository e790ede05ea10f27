import type { EventLogSettings } from '@tollgate/config';
import type { Logger } from '@tollgate/observability';
import type { EventLog } from './event-log';
import { createKafkaEventLog } from './kafka/kafka-event-log';
import { createPostgresEventLog } from './postgres/postgres-event-log';

export interface CreateEventLogOptions {
  readonly settings: EventLogSettings;
  /** Names this process in the engine's own lists. */
  readonly clientId: string;
  readonly logger: Logger;
  /** For topics that do not exist yet. */
  readonly partitions?: number;
  readonly sessionTimeoutMs?: number;
}

/** Connects to nothing before the first use, so a service starts while the engine is away. */
export function createEventLog({ settings, ...options }: CreateEventLogOptions): EventLog {
  return settings.adapter === 'kafka'
    ? createKafkaEventLog({ ...options, brokers: settings.kafkaBrokers, settings: settings.kafka })
    : createPostgresEventLog({ ...options, url: settings.databaseUrl });
}
