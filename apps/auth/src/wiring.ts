import { randomBytes } from 'node:crypto';
import { createEventLog, createOutboxPublisher } from '@tollgate/event-log';
import { createHttpPart, createInternalPart, describeRoutes, type HttpPart } from '@tollgate/http';
import {
  createIdempotencyStore,
  createPurgeKeysPart,
  type IdempotencyStore,
} from '@tollgate/idempotency';
import { createIdentityVerifier, getSessionCookie } from '@tollgate/identity';
import { hashSecret, makeSecretText } from '@tollgate/ids';
import type { Part } from '@tollgate/lifecycle';
import { createMetrics, type Logger } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart, type Database } from '@tollgate/postgres';
import { createRedis, redisPart, type Redis } from '@tollgate/redis';
import { createGrpcPart, type GrpcPart, type GrpcService } from '@tollgate/rpc';
import { createAccountsModule } from './accounts/module';
import { createApp, type AppOptions } from './app';
import { createAuthenticationModule } from './authentication/module';
import type { AuthConfig } from './config';
import { connectClients, type Clients } from './connect-clients';
import { createInstitutionsModule } from './institutions/module';
import { createKeysModule } from './keys/module';
import { createRedisInvalidator } from './keys/redis-invalidator';
import { createMailsModule } from './mails/module';
import { createOperatorTokensModule } from './operator-tokens/module';
import { createPasswordHasher } from './passwords/password-hasher';
import { createSessionsModule } from './sessions/module';
import { createAccountDatabase } from './shared/account-database';
import type { Clock, Secrets } from './shared/ports';
import { createSignInModule } from './sign-in/module';
import { createAttemptLimits } from './sign-in/redis-attempt-limits';
import { createUsersModule } from './users/module';

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
  const clients = connectClients({ config, redis, logger });
  const idempotency = createIdempotencyStore(sql);
  const modules = wireModules({ config, logger, sql, redis, idempotency, clients });
  const verifier = createIdentityVerifier({ secret: config.identitySecret });
  const app = createApp({ logger, verifier, handlers: modules.handlers });
  const http = createHttpPart({ name: 'http', handler: app, host, port: config.httpPort, logger });
  const server = { name: 'grpc', host, port: config.grpcPort, services: modules.services };
  const grpc = createGrpcPart({ ...server, serviceSecret, logger, metrics });
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
    createPurgeKeysPart({ store: idempotency, logger }),
    ...modules.parts,
    grpc,
    http,
  ];
  return { parts, http, grpc };
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
  readonly clients: Clients;
}): {
  readonly handlers: AppOptions['handlers'];
  readonly services: GrpcService[];
  readonly parts: readonly Part[];
} {
  const { clients, config, logger, redis, sql } = options;
  const base = {
    ...options,
    ...clients,
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
    passwords: createPasswordHasher(),
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
    },
    services: [...createAuthenticationModule(ports).services, ...users.services],
    parts: [sessions, accounts, institutions, mails].flatMap((module) => module.parts),
  };
}
