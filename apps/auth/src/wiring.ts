import { randomBytes } from 'node:crypto';
import { createEventLog, createOutboxPublisher } from '@tollgate/event-log';
import { createHttpPart, createInternalPart, describeRoutes, type HttpPart } from '@tollgate/http';
import {
  createIdempotencyStore,
  createPurgeKeysPart,
  type IdempotencyStore,
} from '@tollgate/idempotency';
import { createIdentityVerifier } from '@tollgate/identity';
import { hashSecret, makeSecretText } from '@tollgate/ids';
import type { Part } from '@tollgate/lifecycle';
import { createMetrics, type Logger } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { createRedis, redisPart, type Redis } from '@tollgate/redis';
import { createGrpcPart, type GrpcPart } from '@tollgate/rpc';
import { createApp, type AppOptions } from './app';
import type { AuthConfig } from './config';
import { createRedisInvalidator } from './invalidation/redis-invalidator';
import { createDeleteOldCodesJob } from './jobs/delete-old-codes.job';
import { createDeleteEndedSessionsJob } from './jobs/delete-ended-sessions.job';
import { createFinishEndingsJob } from './jobs/finish-endings.job';
import { createAttemptLimits } from './limits/attempt-limits';
import { createAccountDatabase } from './store/account-database';
import type { MailSender } from './use-cases/account-ports';
import { createFinishEnding, type FinishEnding } from './use-cases/finish-ending';
import { createManageOperatorTokens } from './use-cases/manage-operator-tokens';
import type { AccountDatabase, Clock, Invalidator, Secrets } from './use-cases/ports';
import { wireAccounts } from './wire-accounts';
import { wireClients, type Clients } from './wire-clients';
import { wireInstitutions, type Institutions } from './wire-institutions';
import { wireKeys } from './wire-keys';
import { wireMails } from './wire-mails';
import { wireServices } from './wire-services';

export interface WiringOptions {
  readonly config: AuthConfig;
  readonly logger: Logger;
  readonly migrationsDirectory: string;
  readonly isReady: () => boolean;
}

export interface Auth {
  readonly parts: readonly Part[];
  readonly http: HttpPart;
  readonly grpc: GrpcPart;
}

const tokenBytes = 32;
const clock: Clock = { now: () => new Date() };
const secrets: Secrets = {
  makeKeyText: makeSecretText,
  makeToken: () => randomBytes(tokenBytes).toString('base64url'),
  hash: hashSecret,
};

/** Builds the whole service; nothing is connected before its parts are started. */
export function wireAuth({ config, logger, migrationsDirectory, isReady }: WiringOptions): Auth {
  const metrics = createMetrics('auth');
  const sql = createDatabase({ url: config.databaseUrl, name: 'auth', logger });
  const redis = createRedis({ url: config.redisUrl, name: 'auth', logger });
  const { serviceSecret, databaseUrl, bindHost: host } = config;
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'auth', logger });
  const database = createAccountDatabase(sql);
  const clients = wireClients({ config, redis, logger });
  const invalidator = createRedisInvalidator(redis, logger);
  const idempotency = createIdempotencyStore(sql);
  const ports = { config, logger, redis, database, invalidator, ...clients };
  const mails = wireMails({ ...ports, secrets, clock });
  const institutions = wireInstitutions({ ...ports, idempotency, secrets, clock });
  const finishEnding = createFinishEnding({ ...ports, clock });
  const wired = { idempotency, mailSender: mails, institutions, finishEnding };
  const useCases = wireUseCases({ ...ports, ...wired });
  const app = createApp(useCases);
  const http = createHttpPart({ name: 'http', handler: app, host, port: config.httpPort, logger });
  const grpc = createGrpcPart({
    name: 'grpc',
    host,
    port: config.grpcPort,
    services: wireServices({ ...ports, clock }),
    serviceSecret,
    logger,
    metrics,
  });
  const parts: Part[] = [
    createInternalPart({
      name: 'internal',
      host,
      port: config.internalPort,
      metrics,
      isReady,
      checks: { database: () => sql.checkHealth(), redis: () => ping(redis) },
      informational: { eventLog: () => eventLog.checkHealth() },
      routes: describeRoutes(app),
      logger,
    }),
    migrationsPart({ databaseUrl, schema: 'auth', directory: migrationsDirectory, logger }),
    databasePart(sql),
    redisPart(redis, 'redis'),
    { name: 'event log', stop: () => eventLog.close() },
    clients.part,
    createOutboxPublisher({ database: sql, eventLog, logger }),
    createDeleteEndedSessionsJob({ sessions: database.sessions, clock, logger }),
    createPurgeKeysPart({ store: idempotency, logger }),
    createDeleteOldCodesJob({ database, clock, logger }),
    createFinishEndingsJob({ database, finishEnding, clock, logger }),
    institutions.sendCodes,
    mails,
    grpc,
    http,
  ];
  return { parts, http, grpc };
}

async function ping(redis: Redis): Promise<void> {
  await redis.ping();
}

interface UseCaseOptions extends Omit<Clients, 'part'> {
  readonly config: AuthConfig;
  readonly logger: Logger;
  readonly redis: Redis;
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly idempotency: IdempotencyStore;
  readonly mailSender: MailSender;
  readonly institutions: Institutions;
  readonly finishEnding: FinishEnding;
}

function wireUseCases(options: UseCaseOptions): AppOptions {
  const { config, idempotency, logger, redis } = options;
  const { fundedRequestsPerMinute } = config;
  const limits = createAttemptLimits({ redis, ...config });
  const ports = { ...options, limits, secrets, clock };
  return {
    logger,
    verifier: createIdentityVerifier({ secret: config.identitySecret }),
    accounts: wireAccounts(ports),
    keys: wireKeys({ ...ports, fundedRequestsPerMinute }),
    institutions: options.institutions.handlers,
    operatorTokens: { operatorTokens: createManageOperatorTokens(ports), idempotency },
  };
}
