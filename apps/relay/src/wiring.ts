import type { Express } from 'express';
import { createEventLog, createOutboxPublisher } from '@tollgate/event-log';
import { createInternalPart } from '@tollgate/http';
import { createIdempotencyStore, createPurgeKeysPart } from '@tollgate/idempotency';
import { createIdentityVerifier } from '@tollgate/identity';
import { createCrashPoints, type Part } from '@tollgate/lifecycle';
import { createMetrics, type Logger, type Metrics } from '@tollgate/observability';
import { describeRoutes } from '@tollgate/operations';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { assertNoEviction, createRedis, createSubscriber, redisPart } from '@tollgate/redis';
import { createGrpcPart } from '@tollgate/rpc';
import { createApp } from './app';
import { createCatalogChannel } from './catalog/catalog-channel';
import { CatalogKeeper } from './catalog/catalog-keeper';
import { createSnapshotLoader } from './store/load-snapshot';
import type { RelayConfig } from './config';
import type { CatalogSnapshot } from './domain/catalog';
import { readNameIndex } from './domain/name-index';
import { SecretBox } from '@tollgate/secret-box';
import type { ByokHealth } from './health/byok-health';
import { createCancelNote } from './holds/notes';
import type { Routing } from './pipeline/choose-route';
import { createCountTokens, type CountTokens } from './pipeline/count-tokens';
import { createRelayCall, type RelayCall } from './pipeline/relay-call';
import { createRelayMetrics, registerRelayGauges } from './pipeline/relay-metrics';
import type { ReviewTools } from './pipeline/review-call';
import { CallSettler } from './pipeline/settle-call';
import { hasSessionQuota } from './pipeline/session-quota';
import { RedisFreeQuota } from './quota/redis-free-quota';
import { RedisSessionQuotas } from './quota/redis-session-quotas';
import { createCatalogService } from './rpc/catalog-service';
import type { FindPolicy } from './routes/receive-call';
import { CatalogStore } from './store/catalog-store';
import { createCatalogTransactions } from './store/catalog-transactions';
import { createEstimateCall, type EstimateCall } from './pipeline/estimate-call';
import { createRunCatalogCommand, type RunCatalogCommand } from './use-cases/run-catalog-command';

import type { Base } from './wire-base';
import { wireHolds, type WiredHolds } from './wire-holds';
import { wireHttp } from './wire-http';
import { wirePolicies } from './wire-policies';
import { wireOperator } from './wire-operator';
import { wireReview } from './wire-review';
import { wireRouting, type WiredRouting } from './wire-routing';
import { wireSeed } from './wire-seed';

export interface WireOptions {
  readonly config: RelayConfig;
  readonly logger: Logger;
  readonly migrationsDirectory: string;
  readonly seedDirectory: string;
  readonly scanWorkerFile: string;
  readonly isReady: () => boolean;
}

/** The composition root: makes everything once and says in which order it starts. */
export function wireRelay(options: WireOptions): { parts: readonly Part[] } {
  const { config, isReady, logger, migrationsDirectory, seedDirectory } = options;
  const { databaseUrl, redisUrl } = config;
  const base: Base = {
    config,
    logger,
    metrics: createMetrics('relay'),
    reachCrashPoint: createCrashPoints(config.crashPointDirectory),
    database: createDatabase({ url: databaseUrl, name: 'relay', logger }),
    redis: createRedis({ url: redisUrl, name: 'relay', logger }),
    subscriber: createSubscriber({ url: redisUrl, name: 'relay-subscriber', logger }),
    eventLog: createEventLog({
      settings: config.eventLog,
      clientId: `relay-${config.instanceId}`,
      logger,
    }),
  };
  const { database, redis, subscriber, eventLog } = base;
  const secrets = new SecretBox(config.secretsKey.reveal());
  const catalog = wireCatalog(base, secrets);
  const holds = wireHolds(base);
  const routing = wireRouting(base);
  const policies = wirePolicies(base);
  const { byokHealth, findPolicy, platformRules } = policies;
  const { scanWorkerFile } = options;
  const { reviewing, scanner } = wireReview(base, {
    platformRules,
    scanWorkerFile,
    sendNote: holds.sendNote,
  });
  const call = wireCall(base, {
    holds,
    routing,
    reviewing,
    byokHealth,
    getSnapshot: catalog.getSnapshot,
  });
  const servers = wireServers(base, { secrets, catalog, routing, findPolicy, ...call });

  const parts: Part[] = [
    wireInternalPort(base, holds, { app: servers.app, isReady }),
    migrationsPart({ databaseUrl, schema: 'relay', directory: migrationsDirectory, logger }),
    databasePart(database),
    redisPart(redis, 'redis'),
    { name: 'redis policy', start: () => assertNoEviction(redis) },
    redisPart(subscriber, 'redis subscriber'),
    ...catalog.parts,
    wireSeed(base, { secrets, run: catalog.runCommand, directory: seedDirectory }),
    { name: 'event log', stop: () => eventLog.close() },
    ...holds.parts,
    createOutboxPublisher({ database, eventLog, logger }),
    ...routing.parts,
    ...policies.parts,
    scanner,
    ...servers.parts,
  ];
  return { parts };
}

interface WiredCatalog {
  readonly parts: readonly Part[];
  readonly getSnapshot: () => CatalogSnapshot;
  readonly runCommand: RunCatalogCommand;
}

function wireCatalog(
  { database, logger, redis, subscriber }: Base,
  secrets: SecretBox,
): WiredCatalog {
  const loadSnapshot = createSnapshotLoader(database, secrets, logger);
  const keeper = new CatalogKeeper({
    readVersion: () => new CatalogStore(database).readVersion(),
    load: async () => {
      const snapshot = await loadSnapshot();
      // No call has to wait for it.
      readNameIndex(snapshot);
      return snapshot;
    },
    logger,
  });
  const channel = createCatalogChannel({
    redis,
    subscriber,
    onChange: () => keeper.refresh(),
    logger,
  });
  return {
    parts: [keeper, channel.part],
    getSnapshot: () => keeper.snapshot,
    runCommand: createRunCatalogCommand({
      transactions: createCatalogTransactions(database),
      announce: channel.announce,
    }),
  };
}

function wireCall(
  { config, logger, metrics, reachCrashPoint, redis }: Base,
  {
    byokHealth,
    getSnapshot,
    holds: { keeper, loadSessionUse, publisher, spool },
    reviewing,
    routing: { attempting, learn, routing, upstream },
  }: {
    byokHealth: ByokHealth;
    getSnapshot: () => CatalogSnapshot;
    holds: WiredHolds;
    reviewing: ReviewTools;
    routing: WiredRouting;
  },
): { relayCall: RelayCall; estimateCall: EstimateCall; countTokens: CountTokens } {
  const { idleTimeoutMs } = config;
  const quota = new RedisFreeQuota(redis, logger);
  const sessions = new RedisSessionQuotas({ redis, loadUse: loadSessionUse, logger });
  const settler = new CallSettler({
    spool,
    noteSessionUse: (caller, tokens) => {
      if (hasSessionQuota(caller)) sessions.settle(caller, tokens);
    },
    giveBackQuota: (grant) => quota.giveBack(grant),
    holds: keeper,
    onRecorded: () => publisher.wake(),
    noteUnbilledCancel: createCancelNote(redis, logger),
    reachCrashPoint,
    metrics: createRelayMetrics(metrics),
    logger,
  });
  const getRouting = (): Routing => ({ ...routing, snapshot: getSnapshot() });
  const admitting = { quota, addressCaps: config.freeAddressCaps };
  return {
    relayCall: createRelayCall({
      getRouting,
      reviewing,
      sessions,
      holds: keeper,
      admitting,
      attempting,
      onAnswered: learn,
      onAttempts: ({ policy }, attempts) => {
        for (const attempt of attempts) byokHealth.note(policy.orgId, attempt);
      },
      settler,
      spool,
      idleTimeoutMs,
      logger,
    }),
    estimateCall: createEstimateCall({
      getRouting,
      admitting,
      scan: reviewing.scan,
      preview: (request) => keeper.preview(request),
    }),
    countTokens: createCountTokens({ getRouting, upstream, scan: reviewing.scan }),
  };
}

function wireServers(
  base: Base,
  {
    catalog,
    countTokens,
    estimateCall,
    findPolicy,
    relayCall,
    routing,
    secrets,
  }: {
    catalog: WiredCatalog;
    countTokens: CountTokens;
    estimateCall: EstimateCall;
    findPolicy: FindPolicy;
    relayCall: RelayCall;
    routing: WiredRouting;
    secrets: SecretBox;
  },
): { readonly app: Express; readonly parts: readonly Part[] } {
  const { config, database, logger, metrics } = base;
  const { bindHost: host, grpcPort, identitySecret, serviceSecret } = config;
  const { getSnapshot, runCommand } = catalog;
  const idempotency = createIdempotencyStore(database);
  const app = createApp({
    verifier: createIdentityVerifier({ secret: identitySecret }),
    logger,
    relayCall,
    findPolicy,
    estimateCall,
    countTokens,
    getSnapshot,
    listRouteHealth: () => routing.listHealth(getSnapshot()),
    ...wireOperator(database, runCommand, secrets),
    idempotency,
  });
  const services = [createCatalogService(getSnapshot)];
  const parts = [
    createGrpcPart({
      name: 'grpc',
      host,
      port: grpcPort,
      services,
      serviceSecret,
      logger,
      metrics,
    }),
    ...wireHttp(base, app),
    createPurgeKeysPart({ store: idempotency, logger }),
  ];
  return { app, parts };
}

function wireInternalPort(
  { config, database, eventLog, logger, metrics, redis }: Base,
  { keeper, settleQueue, spool }: WiredHolds,
  { app, isReady }: { readonly app: Express; readonly isReady: () => boolean },
): Part {
  const readGauges = registerRelayGauges(metrics, {
    openHolds: () => keeper.openCount,
    unsettledHolds: () => settleQueue.size,
    spoolBytes: () => spool.backlogBytes,
  });
  const render: Metrics['render'] = () => {
    readGauges();
    return metrics.render();
  };
  return createInternalPart({
    name: 'internal port',
    host: config.bindHost,
    port: config.internalPort,
    metrics: { ...metrics, render },
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
