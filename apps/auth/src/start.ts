import { randomBytes } from 'node:crypto';
import { createSpendWindows } from '@tollgate/clients';
import { createEventLog, createOutboxPublisher } from '@tollgate/event-log';
import {
  createInnerHttpPart,
  createInternalPart,
  describeRoutes,
  type HttpPart,
} from '@tollgate/http';
import {
  createIdempotencyStore,
  createPurgeKeysPart,
  type IdempotencyStore,
} from '@tollgate/idempotency';
import { createIdentityVerifier, getSessionCookie } from '@tollgate/identity';
import { hashSecret, makeSecretText } from '@tollgate/ids';
import type { Part, ServiceSettings } from '@tollgate/lifecycle';
import { createMetrics, type Logger } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart, type Database } from '@tollgate/postgres';
import { createRedis, redisPart, type Redis } from '@tollgate/redis';
import { createGrpcPart, type GrpcPart, type GrpcService } from '@tollgate/rpc';
import { SpendCounters, Till } from '@tollgate/till';
import { countLostSpans, noTracer } from '@tollgate/tracing';
import { createAccountsModule } from './accounts/module';
import { createApp, type AppOptions } from './app';
import { createAuthenticationModule } from './authentication/module';
import type { AuthConfig } from './config';
import { createInstitutionsModule } from './institutions/module';
import { createKeysModule } from './keys/module';
import { createRedisInvalidator } from './keys/redis-invalidator';
import { createMailsModule } from './mails/module';
import type { Neighbours } from './neighbours';
import { createPasskeysModule } from './passkeys/module';
import { createPlaygroundModule } from './playground/module';
import { createOperatorTokensModule } from './operator-tokens/module';
import { createPasswordHasher } from './passwords/password-hasher';
import { createSessionsModule } from './sessions/module';
import { createAccountDatabase } from './shared/account-database';
import { createGrpcOrgs } from './shared/orgs-client';
import type { Clock, Secrets } from './shared/ports';
import { createTillSpendWindows } from './shared/spend-windows-client';
import { createBillingWallets } from './shared/wallets-client';
import { createSignInModule } from './sign-in/module';
import { createAttemptLimits } from './sign-in/redis-attempt-limits';
import { createUsersModule } from './users/module';

export interface Settings extends ServiceSettings<AuthConfig> {
  readonly migrationsDirectory: string;
}

export interface Auth {
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

/** Builds the whole service and starts its parts in order. */
export async function start(settings: Settings, neighbours: Neighbours): Promise<Auth> {
  const { config, lifecycle, logger, migrationsDirectory, tracer = noTracer } = settings;
  const metrics = createMetrics('auth');
  countLostSpans(metrics, tracer);
  const sql = createDatabase({ url: config.databaseUrl, name: 'auth', logger });
  const redis = createRedis({ url: config.redisUrl, name: 'auth', logger });
  const { credential, databaseUrl, bindHost: host } = config;
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'auth', logger });
  const idempotency = createIdempotencyStore(sql);
  const modules = wireModules({ config, logger, sql, redis, idempotency, neighbours });
  const verifier = createIdentityVerifier({ secrets: config.identitySecrets, audience: 'auth' });
  const app = createApp({ logger, tracer, verifier, handlers: modules.handlers });
  const { certificates } = credential;
  const front = { name: 'http', host, port: config.httpPort, certificates };
  const http = createInnerHttpPart({ ...front, handler: app, logger });
  const server = { name: 'grpc', host, port: config.grpcPort, services: modules.services };
  const grpc = createGrpcPart({ ...server, credential, logger, metrics, tracer });
  await lifecycle.start([
    createInternalPart({
      name: 'internal',
      host,
      port: config.internalPort,
      metrics,
      isReady: lifecycle.isReady,
      checks: { database: () => sql.checkHealth(), redis: () => ping(redis) },
      informational: { eventLog: () => eventLog.checkHealth() },
      routes: describeRoutes(app),
      logger,
    }),
    migrationsPart({ databaseUrl, schema: 'auth', directory: migrationsDirectory, logger }),
    databasePart(sql),
    redisPart(redis, 'redis', { service: 'auth', url: config.redisUrl }),
    { name: 'event log', stop: () => eventLog.close() },
    createOutboxPublisher({ database: sql, eventLog, logger }),
    createPurgeKeysPart({ store: idempotency, logger }),
    ...modules.parts,
    grpc,
    http,
  ]);
  return { http, grpc };
}

async function ping(redis: Redis): Promise<void> {
  await redis.ping();
}

/** The resources of the service: their HTTP handlers, gRPC services and jobs. */
function wireModules(options: {
  readonly config: AuthConfig;
  readonly logger: Logger;
  readonly sql: Database;
  readonly redis: Redis;
  readonly idempotency: IdempotencyStore;
  readonly neighbours: Neighbours;
}): {
  readonly handlers: AppOptions['handlers'];
  readonly services: GrpcService[];
  readonly parts: readonly Part[];
} {
  const { config, logger, neighbours, redis, sql } = options;
  const { orgs, policies, wallets } = neighbours;
  const counters = new SpendCounters(redis);
  const base = {
    ...options,
    wallets: createBillingWallets({ client: wallets, till: new Till(redis), logger }),
    spendWindows: createTillSpendWindows(createSpendWindows({ wallets, counters, logger })),
    orgs: createGrpcOrgs({ orgs, policies }),
    database: createAccountDatabase(sql),
    invalidator: createRedisInvalidator(redis, logger),
    secrets,
    clock,
  };
  const mails = createMailsModule(base);
  const ports = {
    ...base,
    mailSender: mails.mailSender,
    cookie: getSessionCookie(config.serviceSlug, config.siteUrl),
    limits: createAttemptLimits({ redis, ...config }),
    passwords: createPasswordHasher(config.passwordCost),
    fundedRequestsPerMinute: config.fundedRequestsPerMinute,
  };
  const sessions = createSessionsModule(ports);
  const accounts = createAccountsModule(ports);
  const users = createUsersModule(ports);
  const institutions = createInstitutionsModule(ports);
  return {
    handlers: {
      ...createKeysModule(ports).handlers,
      ...createSignInModule(ports).handlers,
      ...sessions.handlers,
      ...accounts.handlers,
      ...users.handlers,
      ...institutions.handlers,
      ...createOperatorTokensModule(ports).handlers,
      ...createPlaygroundModule(ports).handlers,
      ...createPasskeysModule(ports).handlers,
    },
    services: [...createAuthenticationModule(ports).services, ...users.services],
    parts: [sessions, accounts, institutions, mails].flatMap((module) => module.parts),
  };
}
