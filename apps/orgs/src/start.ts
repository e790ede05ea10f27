import { createSpendWindows } from '@tollgate/clients';
import { createEventLog, createOutboxPublisher, type EventLog } from '@tollgate/event-log';
import {
  createInnerHttpPart,
  createInternalPart,
  describeRoutes,
  type HttpPart,
} from '@tollgate/http';
import { createIdempotencyStore, createPurgeKeysPart } from '@tollgate/idempotency';
import { createIdentityVerifier } from '@tollgate/identity';
import type { Part, ServiceSettings } from '@tollgate/lifecycle';
import { createMetrics, type Logger } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart, type Database } from '@tollgate/postgres';
import { createRedis, redisPart, type Redis } from '@tollgate/redis';
import { createGrpcPart, type GrpcPart, type GrpcService } from '@tollgate/rpc';
import { SpendCounters } from '@tollgate/till';
import { countLostSpans, noTracer } from '@tollgate/tracing';
import { createApp, type AppOptions } from './app';
import { createByokModule } from './byok/module';
import type { OrgsConfig } from './config';
import { createContentFiltersModule } from './content-filters/module';
import { createEduConfigModule } from './edu-config/module';
import { createInvitationsModule } from './invitations/module';
import { createMembersModule } from './members/module';
import { createModerationModule } from './moderation/module';
import type { Neighbours } from './neighbours';
import { createOrgBilling } from './organizations/billing-client';
import { changeOrgUseCase } from './organizations/change-org';
import { createOrganizationsModule } from './organizations/module';
import { createPolicyModule } from './policy/module';
import { createRedisPolicySignal } from './policy/redis-policy-signal';
import { createReportsModule } from './reports/module';
import { createSpendFigures } from './reports/spend-figures-client';
import { createScopesModule } from './scopes/module';
import { createSearchModule } from './search/module';
import { createOrgDatabase } from './shared/org-database';
import type { Clock } from './shared/ports';
import { createTeamsModule } from './teams/module';
import { createTodosModule } from './todos/module';

export interface Settings extends ServiceSettings<OrgsConfig> {
  readonly migrationsDirectory: string;
}

export interface Orgs {
  readonly http: HttpPart;
  readonly grpc: GrpcPart;
}

const clock: Clock = { now: () => new Date() };

/** Builds the whole service and starts its parts in order. */
export async function start(settings: Settings, neighbours: Neighbours): Promise<Orgs> {
  const { config, lifecycle, logger, migrationsDirectory, tracer = noTracer } = settings;
  const metrics = createMetrics('orgs');
  countLostSpans(metrics, tracer);
  const sql = createDatabase({ url: config.databaseUrl, name: 'orgs', logger });
  const redis = createRedis({ url: config.redisUrl, name: 'orgs', logger });
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'orgs', logger });
  const { credential, databaseUrl, bindHost: host } = config;
  const idempotency = createIdempotencyStore(sql);
  const modules = wireModules({ config, logger, sql, redis, eventLog, idempotency, neighbours });
  const verifier = createIdentityVerifier({ secrets: config.identitySecrets, audience: 'orgs' });
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
      checks: { database: () => sql.checkHealth() },
      informational: { redis: () => ping(redis), eventLog: () => eventLog.checkHealth() },
      routes: describeRoutes(app),
      logger,
    }),
    migrationsPart({ databaseUrl, schema: 'orgs', directory: migrationsDirectory, logger }),
    databasePart(sql),
    redisPart(redis, 'redis', { service: 'orgs', url: config.redisUrl }),
    { name: 'event log', stop: () => eventLog.close() },
    createOutboxPublisher({ database: sql, eventLog, logger }),
    createPurgeKeysPart({ store: idempotency, logger }),
    ...modules.parts,
    grpc,
    http,
  ]);
  return { http, grpc };
}

/** The resources of the service: their HTTP handlers, gRPC services and jobs. */
function wireModules(options: {
  readonly config: OrgsConfig;
  readonly logger: Logger;
  readonly sql: Database;
  readonly redis: Redis;
  readonly eventLog: EventLog;
  readonly idempotency: ReturnType<typeof createIdempotencyStore>;
  readonly neighbours: Neighbours;
}): {
  readonly handlers: AppOptions['handlers'];
  readonly services: GrpcService[];
  readonly parts: readonly Part[];
} {
  const { logger, neighbours, redis, sql } = options;
  const { catalog, directory, orgBilling, wallets } = neighbours;
  const database = createOrgDatabase(sql);
  const base = {
    ...options,
    database,
    directory,
    billing: createOrgBilling({ wallets, orgs: orgBilling, logger }),
    figures: createSpendFigures(orgBilling),
    spendWindows: createSpendWindows({ wallets, counters: new SpendCounters(redis), logger }),
    signal: createRedisPolicySignal(redis, logger),
    clock,
  };
  const todos = createTodosModule(base);
  const ports = { ...base, doTodo: todos.doTodo, changeOrg: changeOrgUseCase(base) };
  const invitations = createInvitationsModule(ports);
  const organizations = createOrganizationsModule({ ...ports, mails: invitations.mails });
  const contentFilters = createContentFiltersModule(ports);
  const byok = createByokModule({ ...ports, authDirectory: directory, catalog });
  const moderation = createModerationModule(ports);
  const policy = createPolicyModule({ database, noteByokHealth: byok.noteByokHealth });
  return {
    handlers: {
      ...organizations.handlers,
      ...createTeamsModule(ports).handlers,
      ...createMembersModule({ ...ports, createInvitation: invitations.createInvitation }).handlers,
      ...invitations.handlers,
      ...createScopesModule(ports).handlers,
      ...createEduConfigModule(ports).handlers,
      ...contentFilters.handlers,
      ...byok.handlers,
      ...createReportsModule(ports).handlers,
      ...moderation.handlers,
      ...createSearchModule(ports, neighbours).handlers,
    },
    services: [...organizations.services, ...policy.services],
    parts: [byok, organizations, todos, contentFilters, moderation, invitations].flatMap(
      (module) => module.parts,
    ),
  };
}

async function ping(redis: Redis): Promise<void> {
  await redis.ping();
}
