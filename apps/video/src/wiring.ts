import {
  createMembershipSource,
  createOrgsClient,
  createVideoAdmissionClient,
  createWalletClient,
} from '@tollgate/clients';
import { createInternalPart, describeRoutes, type HttpPart } from '@tollgate/http';
import { createIdempotencyStore, createPurgeKeysPart } from '@tollgate/idempotency';
import { createIdentityVerifier } from '@tollgate/identity';
import { createCrashPoints, type Part } from '@tollgate/lifecycle';
import { createObjectStorePart } from '@tollgate/object-store';
import { createMetrics, type Logger } from '@tollgate/observability';
import { createFindCallScope } from '@tollgate/org-access';
import { makeOutboundRules, type ResolveName } from '@tollgate/outbound';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { createApp } from './app';
import { createBookedHolds } from './billing/booked-holds';
import type { VideoConfig } from './config';
import { makeTimings } from './domain/timings';
import { createCountJobsJob } from './jobs/count-jobs.job';
import { createVideoMetrics } from './metrics/video-metrics';
import { createRelayAdmission } from './relay/relay-admission';
import { createRouteBook } from './relay/route-book';
import { createVideoDatabase } from './store/video-database';
import { HttpClient } from './upstream/http-client';
import { createUpstream } from './upstream/upstream';
import type { Clock } from './use-cases/ports';
import { wireHttp } from './wire-http';
import { wireJobs } from './wire-jobs';

export interface WiringOptions {
  readonly config: VideoConfig;
  readonly logger: Logger;
  readonly migrationsDirectory: string;
  readonly isReady: () => boolean;
  /** The system's resolver by default; tests replace it. */
  readonly clock?: Clock;
  readonly resolve?: ResolveName;
}

export interface Video {
  readonly parts: readonly Part[];
  readonly http: HttpPart;
}

/** Builds the whole service; nothing is connected before its parts are started. */
export function wireVideo(options: WiringOptions): Video {
  const { config, logger, migrationsDirectory: directory } = options;
  const { bindHost: host, databaseUrl } = config;
  const metrics = createMetrics('video');
  const sql = createDatabase({ url: databaseUrl, name: 'video', logger });
  const idempotency = createIdempotencyStore(sql);
  const { objects, part: objectStore } = createObjectStorePart(config.objectStore);
  const rules = { ...makeOutboundRules(config.outbound), allowsHttp: false };
  const client = new HttpClient({ rules, resolve: options.resolve });
  const { orgs, part: clients, relay, wallets } = connectNeighbours(config, logger);
  const findCallScope = createFindCallScope({ memberships: createMembershipSource(orgs) });
  const database = createVideoDatabase(sql);
  const jobs = wireJobs({
    database,
    objects,
    client,
    rules,
    upstream: createUpstream({ client, findRoute: createRouteBook(relay), logger }),
    admission: createRelayAdmission(relay),
    holds: createBookedHolds(wallets),
    observer: createVideoMetrics(metrics),
    timings: makeTimings(config.haste),
    clock: options.clock ?? { now: () => new Date() },
    reachCrashPoint: createCrashPoints(config.crashPointDirectory),
    baseUrl: config.baseUrl,
    logger,
  });
  const verifier = createIdentityVerifier({ secret: config.identitySecret });
  const app = createApp({
    logger,
    verifier,
    handlers: { ...jobs.useCases, idempotency, findCallScope },
  });
  const { http, parts: httpParts } = wireHttp({ app, config, metrics, logger });
  const parts: Part[] = [
    createInternalPart({
      name: 'internal',
      host,
      port: config.internalPort,
      metrics,
      isReady: options.isReady,
      checks: { database: () => sql.checkHealth() },
      routes: describeRoutes(app),
      logger,
    }),
    migrationsPart({ databaseUrl, schema: 'video', directory, logger }),
    databasePart(sql),
    objectStore,
    clients,
    { name: 'outbound', stop: () => client.close() },
    createPurgeKeysPart({ store: idempotency, logger }),
    createCountJobsJob({ jobs: database.jobs, metrics, logger }),
    ...jobs.parts,
    ...httpParts,
  ];
  return { parts, http };
}

function connectNeighbours(config: VideoConfig, logger: Logger) {
  const shared = { serviceSecret: config.serviceSecret, logger };
  const relay = createVideoAdmissionClient({ address: config.relayGrpcAddress, ...shared });
  const wallets = createWalletClient({ address: config.billingGrpcAddress, ...shared });
  const orgs = createOrgsClient({ address: config.orgsGrpcAddress, ...shared });
  const stop = (): void => [relay, wallets, orgs].forEach((client) => client.close());
  return { relay, wallets, orgs, part: { name: 'clients', stop } };
}
