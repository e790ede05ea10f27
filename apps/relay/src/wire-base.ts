import { createEventLog, type EventLog } from '@tollgate/event-log';
import { createCrashPoints, type ReachCrashPoint } from '@tollgate/lifecycle';
import { createMetrics, type Logger, type Metrics } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createRedis, createSubscriber, type Redis } from '@tollgate/redis';
import type { RelayConfig } from './config';

/** Shared by most parts. */
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

export function makeBase(config: RelayConfig, logger: Logger): Base {
  const { databaseUrl, redisUrl } = config;
  return {
    config,
    logger,
    metrics: createMetrics('relay'),
    reachCrashPoint: createCrashPoints(config.crashPointDirectory),
    database: createDatabase({ url: databaseUrl, name: 'relay', logger }),
    redis: createRedis({ url: redisUrl, name: 'relay', logger }),
    subscriber: createSubscriber({ url: redisUrl, name: 'relay-subscriber', logger }),
    eventLog: createEventLog({
      settings: config.eventLog,
      clientId: `relay-${config.instanceId}`,
      logger,
    }),
  };
}
