import { randomBytes } from 'node:crypto';
import { AuthServiceService, WalletServiceClient } from '@tollgate/contracts';
import { createEventLog, createOutboxPublisher } from '@tollgate/event-log';
import { createHttpPart, createInternalPart, type HttpPart } from '@tollgate/http';
import { createIdentityVerifier, getSessionCookie } from '@tollgate/identity';
import { hashSecret, makeSecretText } from '@tollgate/ids';
import type { Part } from '@tollgate/lifecycle';
import { createMetrics, type Logger } from '@tollgate/observability';
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
import { createPasswordHasher } from './passwords/password-hasher';
import { createAuthService } from './rpc/auth-service';
import { createAccountDatabase } from './store/account-database';
import { createAuthenticateKey, createAuthenticateSession } from './use-cases/authenticate';
import { createCreateKey } from './use-cases/create-key';
import { createDeleteKey } from './use-cases/delete-key';
import { createGetAccount } from './use-cases/get-account';
import { createGetBreaker } from './use-cases/get-breaker';
import { createGetContact } from './use-cases/get-contact';
import { createGetCurrentKey } from './use-cases/get-current-key';
import { createGetSession } from './use-cases/get-session';
import { createListKeys } from './use-cases/list-keys';
import { createLogIn } from './use-cases/log-in';
import { createLogOut } from './use-cases/log-out';
import type { AccountDatabase, Clock, Secrets, SpendWindows, Wallets } from './use-cases/ports';
import { createSignUp } from './use-cases/sign-up';
import { createUpdateBreaker } from './use-cases/update-breaker';
import { createUpdateKey } from './use-cases/update-key';

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

const sessionTokenBytes = 32;
const clock: Clock = { now: () => new Date() };
const secrets: Secrets = {
  makeKeyText: makeSecretText,
  makeSessionToken: () => randomBytes(sessionTokenBytes).toString('base64url'),
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
  const http = createHttpPart({
    name: 'http',
    handler: createApp(wireUseCases({ config, logger, redis, database, wallets, spendWindows })),
    host,
    port: config.httpPort,
    logger,
  });
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
      logger,
    }),
    migrationsPart({ databaseUrl, schema: 'auth', directory: migrationsDirectory, logger }),
    databasePart(sql),
    redisPart(redis, 'redis'),
    { name: 'event log', stop: () => eventLog.close() },
    { name: 'billing client', stop: () => client.close() },
    createOutboxPublisher({ database: sql, eventLog, logger }),
    createDeleteEndedSessionsJob({ sessions: database.sessions, clock, logger }),
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
}

function wireUseCases(options: UseCaseOptions): AppOptions {
  const { config, database, logger, redis, spendWindows, wallets } = options;
  const invalidator = createRedisInvalidator(redis, logger);
  const limits = createAttemptLimits({ redis, ...config });
  const passwords = createPasswordHasher();
  const changePorts = { database, invalidator, spendWindows, clock };
  const readPorts = { database, wallets };
  const signInPorts = { database, limits, passwords, secrets, clock };
  return {
    logger,
    verifier: createIdentityVerifier({ secret: config.identitySecret }),
    cookie: getSessionCookie(config.serviceSlug, config.siteUrl),
    signUp: createSignUp(signInPorts),
    logIn: createLogIn(signInPorts),
    logOut: createLogOut(changePorts),
    getSession: createGetSession({ database, clock }),
    getAccount: createGetAccount(readPorts),
    getBreaker: createGetBreaker({ database, spendWindows }),
    updateBreaker: createUpdateBreaker(changePorts),
    listKeys: createListKeys(readPorts),
    createKey: createCreateKey({ database, secrets, clock }),
    updateKey: createUpdateKey(changePorts),
    deleteKey: createDeleteKey(changePorts),
    getCurrentKey: createGetCurrentKey({
      ...readPorts,
      fundedRequestsPerMinute: config.fundedRequestsPerMinute,
    }),
  };
}
