import { randomBytes } from 'node:crypto';
import { AuthServiceService, WalletServiceClient } from '@tollgate/contracts';
import { createEventLog, createOutboxPublisher } from '@tollgate/event-log';
import { createHttpPart, createInternalPart, type HttpPart } from '@tollgate/http';
import {
  createIdempotencyStore,
  createPurgeKeysPart,
  type IdempotencyStore,
} from '@tollgate/idempotency';
import { createIdentityVerifier } from '@tollgate/identity';
import { hashSecret, makeSecretText } from '@tollgate/ids';
import type { Part } from '@tollgate/lifecycle';
import { createMetrics, type Logger } from '@tollgate/observability';
import { describeRoutes } from '@tollgate/operations';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { createRedis, redisPart, type Redis } from '@tollgate/redis';
import { createGrpcClient, createGrpcPart, type GrpcPart, type GrpcService } from '@tollgate/rpc';
import { SpendCounters, Till } from '@tollgate/till';
import { createApp, type AppOptions } from './app';
import { createBillingWallets } from './billing/billing-wallets';
import { createTillSpendWindows } from './billing/till-spend-windows';
import type { AuthConfig } from './config';
import { createRedisInvalidator } from './invalidation/redis-invalidator';
import { createDeleteEndedSessionsJob } from './jobs/delete-ended-sessions.job';
import { createAttemptLimits } from './limits/attempt-limits';
import { createAuthService } from './rpc/auth-service';
import { createAccountDatabase } from './store/account-database';
import type { MailSender } from './use-cases/account-ports';
import { createAuthenticateKey, createAuthenticateSession } from './use-cases/authenticate';
import { createCountUsers } from './use-cases/count-users';
import { createGetContact } from './use-cases/get-contact';
import type { AccountDatabase, Clock, Secrets, SpendWindows, Wallets } from './use-cases/ports';
import { wireAccounts } from './wire-accounts';
import { wireKeys } from './wire-keys';
import { wireMails } from './wire-mails';

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
  const client = createGrpcClient(WalletServiceClient, {
    address: config.billingGrpcAddress,
    serviceSecret,
    logger,
  });
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'auth', logger });
  const database = createAccountDatabase(sql);
  const wallets = createBillingWallets({ client, till: new Till(redis), logger });
  const counters = new SpendCounters(redis);
  const spendWindows = createTillSpendWindows({ client, counters, logger });
  const idempotency = createIdempotencyStore(sql);
  const ports = { config, logger, redis, database, wallets, spendWindows };
  const mails = wireMails({ ...ports, secrets, clock });
  const app = createApp(wireUseCases({ ...ports, idempotency, mailSender: mails }));
  const http = createHttpPart({ name: 'http', handler: app, host, port: config.httpPort, logger });
  const grpc = createGrpcPart({
    name: 'grpc',
    host,
    port: config.grpcPort,
    services: [wireAuthService({ database, wallets })],
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
    { name: 'billing client', stop: () => client.close() },
    createOutboxPublisher({ database: sql, eventLog, logger }),
    createDeleteEndedSessionsJob({ sessions: database.sessions, clock, logger }),
    createPurgeKeysPart({ store: idempotency, logger }),
    mails,
    grpc,
    http,
  ];
  return { parts, http, grpc };
}

function wireAuthService(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
}): GrpcService {
  const implementation = createAuthService({
    authenticateKey: createAuthenticateKey({ ...ports, clock }),
    authenticateSession: createAuthenticateSession({ ...ports, clock }),
    getContact: createGetContact(ports),
    countUsers: createCountUsers({ ...ports, clock }),
  });
  return { definition: AuthServiceService, implementation };
}

async function ping(redis: Redis): Promise<void> {
  await redis.ping();
}

interface UseCaseOptions {
  readonly config: AuthConfig;
  readonly logger: Logger;
  readonly redis: Redis;
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly spendWindows: SpendWindows;
  readonly idempotency: IdempotencyStore;
  readonly mailSender: MailSender;
}

function wireUseCases(options: UseCaseOptions): AppOptions {
  const { config, logger, redis } = options;
  const { fundedRequestsPerMinute } = config;
  const invalidator = createRedisInvalidator(redis, logger);
  const limits = createAttemptLimits({ redis, ...config });
  const ports = { ...options, invalidator, limits, secrets, clock };
  return {
    logger,
    verifier: createIdentityVerifier({ secret: config.identitySecret }),
    accounts: wireAccounts(ports),
    keys: wireKeys({ ...ports, fundedRequestsPerMinute }),
  };
}
