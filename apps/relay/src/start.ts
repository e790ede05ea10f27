import type { Express } from 'express';
import { createOutboxPublisher } from '@tollgate/event-log';
import { createInternalPart, describeRoutes, type HttpPart } from '@tollgate/http';
import { createIdempotencyStore, createPurgeKeysPart } from '@tollgate/idempotency';
import { createIdentityVerifier } from '@tollgate/identity';
import type { Part, ServiceSettings } from '@tollgate/lifecycle';
import type { Metrics } from '@tollgate/observability';
import { databasePart, migrationsPart } from '@tollgate/postgres';
import { assertNoEviction, redisPart } from '@tollgate/redis';
import { createGrpcPart, type GrpcPart } from '@tollgate/rpc';
import { createApp } from './app';
import { createCatalogChannel } from './catalog/catalog-channel';
import { CatalogKeeper } from './catalog/catalog-keeper';
import { createPutPlansInForceJob } from './catalog/put-plans-in-force.job';
import { createSnapshotLoader } from './catalog/store/load-snapshot';
import { PlanStore } from './catalog/store/plan-store';
import type { RelayConfig } from './config';
import type { CatalogSnapshot } from './catalog/catalog';
import { readNameIndex } from './catalog/names/name-index';
import { SecretBox } from '@tollgate/secret-box';
import { registerRelayGauges } from './call/settle/relay-metrics';
import { openSpool } from './spool/open-spool';
import { createCatalogService } from './rpc/catalog-service';
import { createVideoAdmissionService } from './rpc/video-admission-service';
import type { FindPolicy } from './call/receive/receive-call';
import { CatalogStore } from './catalog/store/catalog-store';
import { createCatalogTransactions } from './catalog/store/catalog-transactions';
import {
  createPutPlansInForce,
  createRunCatalogCommand,
  type RunCatalogCommand,
} from './catalog/manage/run-catalog-command';
import type { Neighbours } from './neighbours';
import { makeBase, type Base } from './wire-base';
import { wireHolds, type WiredHolds } from './wire-holds';
import { wireHttp } from './wire-http';
import { wirePolicies } from './wire-policies';
import { wireOperator } from './wire-operator';
import { wireReview } from './wire-review';
import { wireRouting, type WiredRouting } from './wire-routing';
import { wireSeed } from './wire-seed';
import { createRelayedEndpoints, type RelayedEndpoints } from './endpoints/relayed-endpoints';
import { wireImages, type WiredImages } from './wire-images';
import { wireCall, type WiredCall } from './wire-call';

export interface Settings extends ServiceSettings<RelayConfig> {
  readonly migrationsDirectory: string;
  readonly seedDirectory: string;
  readonly scanWorkerFile: string;
}

export interface Relay {
  readonly http: HttpPart;
  readonly grpc: GrpcPart;
}

/** Builds the whole service and starts its parts in order. */
export async function start(settings: Settings, neighbours: Neighbours): Promise<Relay> {
  const { config, lifecycle, logger, migrationsDirectory, seedDirectory } = settings;
  const { databaseUrl } = config;
  const spool = await openSpool(config, logger);
  const base = makeBase(config, logger, settings.tracer);
  const { database, redis, subscriber, eventLog, refusals } = base;
  const secrets = new SecretBox(config.secretsKey.reveal());
  const catalog = wireCatalog(base, secrets);
  const holds = wireHolds(base, spool, neighbours.wallets);
  const routing = wireRouting(base);
  const policies = wirePolicies(base, neighbours.policies);
  const { byokHealth, findPolicy, platformRules } = policies;
  const { reviewing, scanner } = wireReview(base, {
    platformRules,
    scanWorkerFile: settings.scanWorkerFile,
    sendNote: holds.sendNote,
  });
  const images = wireImages(base);
  const endpoints = createRelayedEndpoints(images);
  const call = wireCall(base, {
    endpoints,
    holds,
    routing,
    reviewing,
    byokHealth,
    secrets,
    getSnapshot: catalog.getSnapshot,
  });
  const servers = wireServers(base, {
    secrets,
    catalog,
    endpoints,
    images,
    routing,
    findPolicy,
    ...call,
  });

  await lifecycle.start([
    wireInternalPort(base, holds, { ...servers, ...routing, isReady: lifecycle.isReady }),
    migrationsPart({ databaseUrl, schema: 'relay', directory: migrationsDirectory, logger }),
    databasePart(database),
    redisPart(redis, 'redis', { service: 'relay', url: config.redisUrl }),
    { name: 'redis policy', start: () => assertNoEviction(redis) },
    redisPart(subscriber, 'redis subscriber'),
    ...catalog.parts,
    wireSeed(base, { secrets, run: catalog.runCommand, directory: seedDirectory }),
    { name: 'event log', stop: () => eventLog.close() },
    refusals.part,
    ...holds.parts,
    createOutboxPublisher({ database, eventLog, logger }),
    ...routing.parts,
    ...policies.parts,
    ...images.parts,
    scanner,
    call.part,
    ...servers.parts,
  ]);
  return { http: servers.http, grpc: servers.grpc };
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
      // Built here, so that no call waits for it.
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
  const transactions = createCatalogTransactions(database);
  const plans = createPutPlansInForceJob({
    hasDue: () => new PlanStore(database).hasDue(),
    putInForce: createPutPlansInForce(transactions, channel.announce),
    logger,
  });
  return {
    parts: [keeper, channel.part, plans],
    getSnapshot: () => keeper.snapshot,
    runCommand: createRunCatalogCommand({ transactions, announce: channel.announce }),
  };
}

function wireServers(
  base: Base,
  {
    admitVideo,
    catalog,
    countTokens,
    endpoints,
    estimateCall,
    findPolicy,
    images,
    relayCall,
    routing,
    secrets,
  }: {
    catalog: WiredCatalog;
    endpoints: RelayedEndpoints;
    findPolicy: FindPolicy;
    images: WiredImages;
    routing: WiredRouting;
    secrets: SecretBox;
  } & WiredCall,
): Relay & { readonly app: Express; readonly parts: readonly Part[] } {
  const { config, database, logger, metrics, refusals, tracer } = base;
  const { bindHost: host, grpcPort, identitySecrets, credential } = config;
  const { getSnapshot, runCommand } = catalog;
  const idempotency = createIdempotencyStore(database);
  const verifier = createIdentityVerifier({ secrets: identitySecrets, audience: 'relay' });
  const app = createApp({
    verifier,
    logger,
    tracer,
    refusals,
    relayCall,
    findPolicy,
    endpoints,
    images,
    estimateCall,
    countTokens,
    getSnapshot,
    modelDetails: {
      listPriceVersions: (id, limit) => new CatalogStore(database).listPriceVersions(id, limit),
      isHealthy: (routeId) => routing.routing.knowledge.isHealthy(routeId),
      measureDay: routing.measureDay,
    },
    listRouteHealth: () => routing.listHealth(getSnapshot()),
    ...wireOperator(database, runCommand, secrets),
    idempotency,
  });
  const services = [
    createCatalogService(getSnapshot),
    createVideoAdmissionService({ verifier, findPolicy, admitVideo, getSnapshot, refusals }),
  ];
  const server = { name: 'grpc', host, port: grpcPort, services };
  const grpc = createGrpcPart({ ...server, credential, logger, metrics, tracer });
  const { http, parts: httpParts } = wireHttp(base, app);
  const parts = [grpc, ...httpParts, createPurgeKeysPart({ store: idempotency, logger })];
  return { app, http, grpc, parts };
}

function wireInternalPort(
  { config, database, eventLog, logger, metrics, redis }: Base,
  { keeper, settleQueue, spool }: WiredHolds,
  options: {
    readonly app: Express;
    readonly isReady: () => boolean;
    readonly readTimes: () => void;
  },
): Part {
  const { app, isReady, readTimes } = options;
  const readGauges = registerRelayGauges(metrics, {
    openHolds: () => keeper.openCount,
    leases: () => keeper.leaseCount,
    unsettledHolds: () => settleQueue.size,
    spoolBytes: () => spool.backlogBytes,
  });
  const render: Metrics['render'] = () => {
    readGauges();
    readTimes();
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
