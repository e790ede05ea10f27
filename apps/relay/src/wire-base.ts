import type { EventLog } from '@tollgate/event-log';
import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import type { Database } from '@tollgate/postgres';
import type { Redis } from '@tollgate/redis';
import type { RelayConfig } from './config';

/** What most parts need. */
export interface Base {
  readonly config: RelayConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly reachCrashPoint: ReachCrashPoint;
  readonly database: Database;
  readonly redis: Redis;
  readonly subscriber: Redis;
  readonly eventLog: EventLog;
}
