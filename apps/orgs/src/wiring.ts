import {
  createDirectoryClient,
  createOrgBillingClient,
  createSpendWindows,
  createWalletClient,
} from '@tollgate/clients';
import { OrgsServiceService, PolicyServiceService } from '@tollgate/contracts';
import { createEventLog, createOutboxPublisher } from '@tollgate/event-log';
import { createHttpPart, createInternalPart, describeRoutes, type HttpPart } from '@tollgate/http';
import { createIdempotencyStore, createPurgeKeysPart } from '@tollgate/idempotency';
import { createIdentityVerifier } from '@tollgate/identity';
import type { Part } from '@tollgate/lifecycle';
import { createMetrics, type Logger } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { createRedis, redisPart, type Redis } from '@tollgate/redis';
import { createGrpcPart, type GrpcPart, type GrpcService } from '@tollgate/rpc';
import { SpendCounters } from '@tollgate/till';
import { createApp } from './app';
import { createOrgBilling } from './billing/org-billing';
import { createSpendFigures } from './billing/spend-figures';
import type { OrgsConfig } from './config';
import { createDeleteEndedInvitationsJob } from './jobs/delete-ended-invitations.job';
import { createDoTodosJob } from './jobs/do-todos.job';
import { createProbeByokJob } from './jobs/probe-byok.job';
import { createPurgeOrgsJob } from './jobs/purge-orgs.job';
import { createInvitationLimits } from './limits/invitation-limits';
import { createRedisPolicySignal } from './policy/redis-policy-signal';
import { createOrgsService } from './rpc/orgs-service';
import { createPolicyService } from './rpc/policy-service';
import { createOrgDatabase } from './store/org-database';
import type { ByokOutside } from './use-cases/byok-ports';
import { createDoTodo, type DoTodo } from './use-cases/do-todo';
import { createDoTodos } from './use-cases/do-todos';
import { createEndMemberships } from './use-cases/end-memberships';
import { createNoteByokHealth } from './use-cases/note-byok-health';
import type { PolicySignal } from './use-cases/outside-ports';
import type { Clock, OrgDatabase } from './use-cases/ports';
import { createProbeByok } from './use-cases/probe-byok';
import { createPurgeOrgs } from './use-cases/purge-orgs';
import { createReadPolicy } from './use-cases/read-policy';
import { wireByok } from './wire-byok';
import { wireHandlers } from './wire-handlers';
import { wireMails } from './wire-mails';
import { wireRecords } from './wire-records';

export interface WiringOptions {
  readonly config: OrgsConfig;
  readonly logger: Logger;
  readonly migrationsDirectory: string;
  readonly isReady: () => boolean;
}

export interface Orgs {
  readonly parts: readonly Part[];
  readonly http: HttpPart;
  readonly grpc: GrpcPart;
}

const clock: Clock = { now: () => new Date() };

/** Builds the whole service; nothing is connected before its parts are started. */
export function wireOrgs({ config, logger, migrationsDirectory, isReady }: WiringOptions): Orgs {
  const metrics = createMetrics('orgs');
  const sql = createDatabase({ url: config.databaseUrl, name: 'orgs', logger });
  const redis = createRedis({ url: config.redisUrl, name: 'orgs', logger });
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'orgs', logger });
  const { serviceSecret, databaseUrl, bindHost: host } = config;
  const clients = wireClients({ config, redis, logger });
  const database = createOrgDatabase(sql);
  const idempotency = createIdempotencyStore(sql);
  const signal = createRedisPolicySignal(redis, logger);
  const mails = wireMails({ ...clients.ports, config, database, redis, clock, logger });
  const doTodo = createDoTodo({ ...clients.ports, database, logger });
  const byok = wireByok({ config, directory: clients.directory, logger });
  const records = wireRecords({ sql, eventLog, config, clock, logger });
  const ports = {
    ...clients.ports,
    ...records.ports,
    byokOutside: byok.byokOutside,
    database,
    idempotency,
    signal,
    mails,
    limits: createInvitationLimits(redis),
    doTodo,
    clock,
  };
  const verifier = createIdentityVerifier({ secret: config.identitySecret });
  const app = createApp({ logger, verifier, handlers: wireHandlers(ports) });
  const http = createHttpPart({ name: 'http', handler: app, host, port: config.httpPort, logger });
  const services = wireServices(ports);
  const server = { name: 'grpc', host, port: config.grpcPort, services };
  const grpc = createGrpcPart({ ...server, serviceSecret, logger, metrics });
  const parts: Part[] = [
    createInternalPart({
      name: 'internal',
      host,
      port: config.internalPort,
      metrics,
      isReady,
      checks: { database: () => sql.checkHealth() },
      informational: { redis: () => ping(redis), eventLog: () => eventLog.checkHealth() },
      routes: describeRoutes(app),
      logger,
    }),
    migrationsPart({ databaseUrl, schema: 'orgs', directory: migrationsDirectory, logger }),
    databasePart(sql),
    redisPart(redis, 'redis'),
    { name: 'event log', stop: () => eventLog.close() },
    { name: 'clients', stop: clients.close },
    byok.part,
    createOutboxPublisher({ database: sql, eventLog, logger }),
    createPurgeKeysPart({ store: idempotency, logger }),
    ...wireJobs({ ...ports, logger }),
    ...records.parts,
    mails,
    grpc,
    http,
  ];
  return { parts, http, grpc };
}

function wireJobs(options: {
  readonly database: OrgDatabase;
  readonly doTodo: DoTodo;
  readonly signal: PolicySignal;
  readonly byokOutside: ByokOutside;
  readonly logger: Logger;
}): Part[] {
  const { database, doTodo, logger } = options;
  const ports = { ...options, clock };
  const noteByokHealth = createNoteByokHealth(ports);
  return [
    createPurgeOrgsJob({ purgeOrgs: createPurgeOrgs(ports), logger }),
    createProbeByokJob({ probeByok: createProbeByok({ ...ports, noteByokHealth }), logger }),
    createDoTodosJob({ doTodos: createDoTodos({ database, doTodo, clock }), logger }),
    createDeleteEndedInvitationsJob({ invitations: database.invitations, clock, logger }),
  ];
}

function wireServices(ports: {
  readonly database: OrgDatabase;
  readonly signal: PolicySignal;
}): GrpcService[] {
  const { database } = ports;
  const readPolicy = createReadPolicy(ports);
  const noteByokHealth = createNoteByokHealth({ ...ports, clock });
  return [
    {
      definition: OrgsServiceService,
      implementation: createOrgsService(database, createEndMemberships({ ...ports, clock })),
    },
    {
      definition: PolicyServiceService,
      implementation: createPolicyService({ readPolicy, noteByokHealth, ...database }),
    },
  ];
}

function wireClients(options: {
  readonly config: OrgsConfig;
  readonly redis: Redis;
  readonly logger: Logger;
}) {
  const { config, logger, redis } = options;
  const { authGrpcAddress, billingGrpcAddress, serviceSecret } = config;
  const billing = { address: billingGrpcAddress, serviceSecret, logger };
  const wallets = createWalletClient(billing);
  const orgs = createOrgBillingClient(billing);
  const auth = { address: authGrpcAddress, serviceSecret, logger };
  const directory = createDirectoryClient(auth);
  const counters = new SpendCounters(redis);
  return {
    directory,
    ports: {
      billing: createOrgBilling({ wallets, orgs, logger }),
      figures: createSpendFigures(orgs),
      directory,
      spendWindows: createSpendWindows({ wallets, counters, logger }),
    },
    close: () => [wallets, orgs, directory].forEach((client) => client.close()),
  };
}

async function ping(redis: Redis): Promise<void> {
  await redis.ping();
}
