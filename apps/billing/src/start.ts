import { createMembershipSource } from '@tollgate/clients';
import { createEventLog, createOutboxPublisher, type EventLog } from '@tollgate/event-log';
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
import { createIdentityVerifier } from '@tollgate/identity';
import type { Part, ServiceSettings } from '@tollgate/lifecycle';
import { createMetrics, type Logger, type Metrics } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart, type Database } from '@tollgate/postgres';
import { assertNoEviction, createRedis, redisPart, type Redis } from '@tollgate/redis';
import { createGrpcPart, type GrpcPart, type GrpcService } from '@tollgate/rpc';
import { InstanceRegistry, Till } from '@tollgate/till';
import { countLostSpans, noTracer, type Tracer } from '@tollgate/tracing';
import { createAlertsModule } from './alerts/module';
import { createApp, type AppOptions } from './app';
import { createAutoTopupsModule } from './auto-top-ups/module';
import { createBillsModule } from './bills/module';
import { createBrakeModule } from './brake/module';
import { createCachingModule } from './caching/module';
import { createCallsModule } from './calls/module';
import type { BillingConfig } from './config';
import { createGenerationsModule } from './generations/module';
import { createGoodwillModule } from './goodwill/module';
import { createGrantsModule } from './grants/module';
import { createHoldsModule } from './holds/module';
import { createInvoicesModule } from './invoices/module';
import { createBookStore } from './ledger/book-store';
import { createLedgerModule } from './ledger/module';
import { createLiveModule } from './live/module';
import type { Neighbours } from './neighbours';
import { createReportsModule } from './reports/module';
import { createSeriesModule } from './series/module';
import type { ModulePorts } from './shared/module-ports';
import { createMoneyStore } from './shared/money-store';
import { createStatementsModule } from './statements/module';
import { createTopupsModule } from './top-ups/module';
import { createVerifyModule } from './verify/module';
import { chooseWalletUseCase } from './wallets/choose-wallet';
import { loadTillUseCase } from './wallets/load-till';
import { createWalletsModule } from './wallets/module';
import { createGrpcOrganizations } from './wallets/organizations-client';
import { postBalanceUseCase } from './wallets/post-balance';
import { takeCreditUseCase } from './wallets/take-credit';

export interface Settings extends ServiceSettings<BillingConfig> {
  readonly migrationsDirectory: string;
  /** Jobs that people wait for run at least this often; tests set it, so that they wait less. */
  readonly jobIntervalMsMax?: number;
}

export interface Billing {
  readonly http: HttpPart;
  readonly grpc: GrpcPart;
}

interface Connections {
  readonly database: Database;
  /**
   * Credits and receipts may be read by callers without money and have no part in admission, so
   * they have connections of their own: they cannot take those that posting and the till need.
   */
  readonly lookups: Database;
  readonly redis: Redis;
  readonly eventLog: EventLog;
}

const getNowMs = (): number => Date.now();

/** Builds the whole service and starts its parts in order. */
export async function start(settings: Settings, neighbours: Neighbours): Promise<Billing> {
  const { config, lifecycle, logger, migrationsDirectory, tracer = noTracer } = settings;
  const { jobIntervalMsMax = Number.POSITIVE_INFINITY } = settings;
  const { bindHost: host, databaseUrl, credential } = config;
  const metrics = createMetrics('billing');
  countLostSpans(metrics, tracer);
  const connections = connect(config, logger);
  const { database, eventLog, redis } = connections;
  const idempotency = createIdempotencyStore(database);
  const modules = wireModules({
    ...connections,
    neighbours,
    config,
    idempotency,
    jobIntervalMsMax,
    logger,
    metrics,
    tracer,
  });
  const verifier = createIdentityVerifier({ secrets: config.identitySecrets, audience: 'billing' });
  const app = createApp({ logger, tracer, verifier, handlers: modules.handlers });
  const { certificates } = credential;
  const front = { name: 'http', host, port: config.httpPort, certificates };
  const http = createInnerHttpPart({ ...front, handler: app, logger });
  const server = { name: 'grpc', host, port: config.grpcPort, services: modules.services };
  const grpc = createGrpcPart({ ...server, credential, logger, metrics, tracer });
  await lifecycle.start([
    createInternalPart({
      name: 'internal port',
      host,
      port: config.internalPort,
      metrics,
      isReady: lifecycle.isReady,
      checks: {
        database: () => database.checkHealth(),
        redis: async () => void (await redis.ping()),
      },
      informational: { eventLog: () => eventLog.checkHealth() },
      routes: describeRoutes(app),
      logger,
    }),
    migrationsPart({ databaseUrl, schema: 'billing', directory: migrationsDirectory, logger }),
    ...listConnectionParts(connections, config),
    createPurgeKeysPart({ store: idempotency, logger }),
    createOutboxPublisher({ database, eventLog, logger }),
    ...modules.parts,
    grpc,
    http,
    modules.streamsPart,
  ]);
  return { http, grpc };
}

interface WiringOptions extends Connections {
  readonly neighbours: Neighbours;
  readonly config: BillingConfig;
  readonly idempotency: IdempotencyStore;
  readonly jobIntervalMsMax: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

interface Modules {
  readonly handlers: AppOptions['handlers'];
  readonly services: GrpcService[];
  readonly parts: readonly Part[];
  readonly streamsPart: Part;
}

/** The resources of the service: their HTTP handlers, gRPC services and jobs. */
function wireModules(options: WiringOptions): Modules {
  const ports = { ...options, ...makePorts(options) };
  const goodwill = createGoodwillModule(ports);
  const holds = createHoldsModule(ports);
  const brake = createBrakeModule(ports);
  const invoices = createInvoicesModule(ports);
  const generations = createGenerationsModule(ports);
  const reports = createReportsModule({
    ...ports,
    ...generations,
    ...invoices,
    ...brake,
    authClient: options.neighbours.auth,
  });
  const topups = createTopupsModule(ports);
  const autoTopups = createAutoTopupsModule({ ...ports, ...topups });
  const grants = createGrantsModule(ports);
  const wallets = createWalletsModule({ ...ports, ...goodwill, ...holds });
  const alerts = createAlertsModule(ports);
  const live = createLiveModule(ports);
  const verification = createVerifyModule(ports);
  const ledger = createLedgerModule({
    ...ports,
    afterPosting: alerts.afterPosting,
    deleteOldGoodwill: goodwill.deleteOld,
  });
  return {
    handlers: {
      ...wallets.handlers,
      ...generations.handlers,
      ...reports.handlers,
      ...wireReads({ ...ports, ...reports }),
      ...live.handlers,
      ...topups.handlers,
      ...autoTopups.handlers,
      ...invoices.handlers,
      ...grants.handlers,
      ...alerts.handlers,
      ...brake.handlers,
      ...verification.handlers,
    },
    services: [...wallets.services, ...reports.services],
    parts: [
      reports,
      alerts,
      grants,
      topups,
      autoTopups,
      invoices,
      ledger,
      verification,
      brake,
      holds,
      live,
    ].flatMap((module) => module.parts),
    streamsPart: live.streamsPart,
  };
}

/** What only reads, on the connections of the reports. */
function wireReads(
  ports: ModulePorts & Pick<ReturnType<typeof createReportsModule>, 'reportDatabase'>,
) {
  return {
    ...createStatementsModule(ports).handlers,
    ...createCallsModule(ports).handlers,
    ...createSeriesModule(ports).handlers,
    ...createCachingModule(ports).handlers,
    ...createBillsModule(ports).handlers,
  };
}

function makePorts(options: Omit<WiringOptions, 'config'>): ModulePorts {
  const { database, logger, redis } = options;
  const { auth, orgs } = options.neighbours;
  const till = new Till(redis);
  const book = createBookStore(database);
  const memberships = createMembershipSource(orgs);
  const loadTill = loadTillUseCase({ store: book, till, getNowMs });
  const postBalance = postBalanceUseCase({ till, logger });
  const instances = new InstanceRegistry(redis);
  return {
    ...options,
    till,
    book,
    store: createMoneyStore(database),
    contacts: auth,
    organizations: createGrpcOrganizations(orgs),
    memberships,
    chooseWallet: chooseWalletUseCase({ memberships }),
    loadTill,
    postBalance,
    takeCredit: takeCreditUseCase({ till, instances, loadTill, postBalance }),
    getNowMs,
  };
}

function connect(config: BillingConfig, logger: Logger): Connections {
  const { databaseUrl: url } = config;
  return {
    database: createDatabase({ url, name: 'billing', logger }),
    lookups: createDatabase({
      url,
      name: 'billing lookups',
      logger,
      statementTimeoutMs: 2_000,
      connectionsMax: 4,
    }),
    redis: createRedis({ url: config.redisUrl, name: 'billing', logger }),
    eventLog: createEventLog({ settings: config.eventLog, clientId: 'billing', logger }),
  };
}

/** In the order in which they are opened; they are closed in the opposite one. */
function listConnectionParts(connections: Connections, config: BillingConfig): Part[] {
  const { database, eventLog, lookups, redis } = connections;
  return [
    databasePart(database),
    redisPart(redis, 'redis', { service: 'billing', url: config.redisUrl }),
    { name: 'redis policy', start: () => assertNoEviction(redis) },
    { name: 'event log', stop: () => eventLog.close() },
    { name: 'lookup database', stop: () => lookups.close() },
  ];
}
