import type { Express } from 'express';
import { createAuthClient, type AuthClient } from '@tollgate/clients';
import { createEventLog, createOutboxPublisher, type EventLog } from '@tollgate/event-log';
import { createHttpPart, createInternalPart, describeRoutes } from '@tollgate/http';
import { createIdentityVerifier } from '@tollgate/identity';
import { createCrashPoints, type Part } from '@tollgate/lifecycle';
import { createMetrics, type Logger, type Metrics } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart, type Database } from '@tollgate/postgres';
import { assertNoEviction, createRedis, redisPart, type Redis } from '@tollgate/redis';
import { createGrpcPart, type GrpcService } from '@tollgate/rpc';
import { Till } from '@tollgate/till';
import { createApp } from './app';
import type { BillingConfig } from './config';
import { decodeReceiptDetails } from './events/decode-receipt';
import { createUsageConsumer } from './events/on-usage-recorded';
import { createEnsurePartitionsJob } from './jobs/ensure-partitions.job';
import { createOrgBillingService } from './rpc/org-billing-service';
import { createWalletService } from './rpc/wallet-service';
import { createBookStore } from './store/book-store';
import { UsageReader } from './store/usage-reader';
import { WalletReader } from './store/wallet-reader';
import { createGetOverview } from './use-cases/get-overview';
import { createLoadTill } from './use-cases/load-till';
import { createPostUsage } from './use-cases/post-usage';
import { wireBookJobs } from './wire-book-jobs';
import { wireGoodwill, type WiredGoodwill } from './wire-goodwill';
import { wireInvoices } from './wire-invoices';
import { wireLookups } from './wire-lookups';
import { wireMoneyIn } from './wire-money-in';
import { wireOrganizations } from './wire-organizations';
import { wireReports } from './wire-reports';
import { wireSpendControls } from './wire-spend-controls';

export interface WireOptions {
  readonly config: BillingConfig;
  readonly logger: Logger;
  readonly migrationsDirectory: string;
  readonly isReady: () => boolean;
}

/** The composition root: makes everything once and says in which order it starts. */
export function wireBilling({ config, isReady, logger, migrationsDirectory }: WireOptions): {
  parts: readonly Part[];
} {
  const { bindHost: host, databaseUrl } = config;
  const metrics = createMetrics('billing');
  const database = createDatabase({ url: databaseUrl, name: 'billing', logger });
  const redis = createRedis({ url: config.redisUrl, name: 'billing', logger });
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'billing', logger });
  const till = new Till(redis);
  const store = createBookStore(database);
  const wallets = new WalletReader(database);
  const usage = new UsageReader(database, decodeReceiptDetails);
  const loadTill = createLoadTill({ store, till, getNowMs });
  const shared = { config, database, redis, till, loadTill, getNowMs, logger };
  const { goodwill, lookups } = wireGoodwillLookups(shared);
  const authClient = connectAuth(config, logger);
  const { memberships, organizations, part: orgsClient } = wireOrganizations(shared);
  const moneyIn = wireMoneyIn({ ...shared, authClient, memberships, organizations, metrics });
  const spendControls = wireSpendControls(shared);
  const reports = wireReports({ databaseUrl, logger, getNowMs, memberships });
  const invoices = wireInvoices({ ...shared, organizations });
  const app = createApp({
    ...reports.routes,
    ...lookups.routes,
    verifier: createIdentityVerifier({ secret: config.identitySecret }),
    logger,
    getOverview: wireOverview({ readBook: reports.readOverview, authClient, spendControls }),
    ...invoices.routes,
    ...moneyIn.routes,
    ...spendControls.routes,
  });
  const walletService = createWalletService({
    findWallet: (walletId) => wallets.find(walletId),
    loadTill,
    ...goodwill,
    ...spendControls.holds,
    listKeyUsage: (walletId, keyIds) => usage.listKeyUsage(walletId, keyIds, getNowMs()),
  });
  const orgService = createOrgBillingService({ ...invoices, reports: reports.orgReports });
  const reachCrashPoint = createCrashPoints(config.crashPointDirectory);
  const postUsage = createPostUsage({ store, till, ...moneyIn, reachCrashPoint });
  const parts: Part[] = [
    wireInternalPort({ app, config, database, redis, eventLog, metrics, logger, isReady }),
    migrationsPart({ databaseUrl, schema: 'billing', directory: migrationsDirectory, logger }),
    ...wireConnections({ database, redis, eventLog, authClient }),
    orgsClient,
    reports.part,
    lookups.part,
    ...moneyIn.parts,
    invoices.part,
    createUsageConsumer({ eventLog, postUsage, logger, metrics }),
    createOutboxPublisher({ database, eventLog, logger }),
    ...wireBookJobs({ databaseUrl, till, metrics, getNowMs, logger }),
    wireTidying({ wallets, goodwill, logger }),
    ...spendControls.parts,
    wireGrpc({ config, services: [walletService, orgService], metrics, logger }),
    createHttpPart({ name: 'http', handler: app, host, port: config.httpPort, logger }),
  ];
  return { parts };
}

function wireOverview(options: {
  readonly readBook: ReturnType<typeof wireReports>['readOverview'];
  readonly authClient: AuthClient;
  readonly spendControls: ReturnType<typeof wireSpendControls>;
}): ReturnType<typeof createGetOverview> {
  const { authClient, readBook, spendControls } = options;
  const countUsers = (requestId: string) => authClient.countUsers(requestId);
  return createGetOverview({ readBook, countUsers, ...spendControls.routes, getNowMs });
}

/** Credits show the goodwill of a wallet, on the connections of lookups. */
function wireGoodwillLookups(
  options: Parameters<typeof wireGoodwill>[0] & {
    readonly config: BillingConfig;
    readonly till: Till;
  },
): { readonly goodwill: WiredGoodwill; readonly lookups: ReturnType<typeof wireLookups> } {
  const { config, logger, till } = options;
  const goodwill = wireGoodwill(options);
  const lookups = wireLookups({ databaseUrl: config.databaseUrl, till, goodwill, logger });
  return { goodwill, lookups };
}

/** Partitions of the months to come, and uses of goodwill that count no longer. */
function wireTidying(options: {
  readonly wallets: WalletReader;
  readonly goodwill: WiredGoodwill;
  readonly logger: Logger;
}): Part {
  const { goodwill, logger, wallets } = options;
  const ensureMonths = async (): Promise<void> => {
    await wallets.ensureMonths();
    await goodwill.deleteOld();
  };
  return createEnsurePartitionsJob({ ensureMonths, logger });
}

const getNowMs = (): number => Date.now();

/** In the order in which they are opened; they are closed in the opposite one. */
function wireConnections(connections: {
  readonly database: Database;
  readonly redis: Redis;
  readonly eventLog: EventLog;
  readonly authClient: AuthClient;
}): Part[] {
  const { authClient, database, eventLog, redis } = connections;
  return [
    databasePart(database),
    redisPart(redis, 'redis'),
    { name: 'redis policy', start: () => assertNoEviction(redis) },
    { name: 'event log', stop: () => eventLog.close() },
    { name: 'auth client', stop: () => authClient.close() },
  ];
}

function connectAuth(config: BillingConfig, logger: Logger): AuthClient {
  const { authGrpcAddress: address, serviceSecret } = config;
  return createAuthClient({ address, serviceSecret, logger });
}

function wireGrpc(options: {
  readonly config: BillingConfig;
  readonly services: readonly GrpcService[];
  readonly metrics: Metrics;
  readonly logger: Logger;
}): Part {
  const { config, logger, metrics, services } = options;
  return createGrpcPart({
    name: 'grpc',
    host: config.bindHost,
    port: config.grpcPort,
    services,
    serviceSecret: config.serviceSecret,
    logger,
    metrics,
  });
}

function wireInternalPort(options: {
  readonly app: Express;
  readonly config: BillingConfig;
  readonly database: Database;
  readonly redis: Redis;
  readonly eventLog: EventLog;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly isReady: () => boolean;
}): Part {
  const { app, config, database, eventLog, isReady, logger, metrics, redis } = options;
  return createInternalPart({
    name: 'internal port',
    host: config.bindHost,
    port: config.internalPort,
    metrics,
    isReady,
    checks: {
      database: () => database.checkHealth(),
      redis: async () => void (await redis.ping()),
    },
    informational: { eventLog: () => eventLog.checkHealth() },
    routes: describeRoutes(app),
    logger,
  });
}
