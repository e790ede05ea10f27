import { createEventLog, type EventLog } from '@tollgate/event-log';
import { createCrashPoints, type ReachCrashPoint } from '@tollgate/lifecycle';
import { createMetrics, type Logger, type Metrics } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createRedis, createSubscriber, type Redis } from '@tollgate/redis';
import { createRefusalLog, type RefusalLog } from '@tollgate/refusals';
import { countLostSpans, noTracer, type Tracer } from '@tollgate/tracing';
import type { RelayConfig } from './config';

/** Shared by most parts. */
export interface Base {
  readonly config: RelayConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly reachCrashPoint: ReachCrashPoint;
  readonly database: Database;
  readonly redis: Redis;
  readonly subscriber: Redis;
  readonly eventLog: EventLog;
  readonly refusals: RefusalLog;
}

export function makeBase(config: RelayConfig, logger: Logger, tracer = noTracer): Base {
  const { databaseUrl, redisUrl } = config;
  const metrics = createMetrics('relay');
  countLostSpans(metrics, tracer);
  const eventLog = createEventLog({
    settings: config.eventLog,
    clientId: `relay-${config.instanceId}`,
    logger,
  });
  return {
    config,
    logger,
    metrics,
    tracer,
    reachCrashPoint: createCrashPoints(config.crashPointDirectory),
    database: createDatabase({ url: databaseUrl, name: 'relay', logger }),
    redis: createRedis({ url: redisUrl, name: 'relay', logger }),
    subscriber: createSubscriber({ url: redisUrl, name: 'relay-subscriber', logger }),
    eventLog,
    refusals: createRefusalLog({ eventLog, logger, metrics }),
  };
}
