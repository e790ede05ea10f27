import { createMembershipSource } from '@tollgate/clients';
import { createInternalPart, describeRoutes, type HttpPart } from '@tollgate/http';
import { createIdempotencyStore, createPurgeKeysPart } from '@tollgate/idempotency';
import { createIdentityVerifier } from '@tollgate/identity';
import { createCrashPoints, type ServiceSettings } from '@tollgate/lifecycle';
import { createObjectStorePart } from '@tollgate/object-store';
import { createMetrics } from '@tollgate/observability';
import { createFindCallScope } from '@tollgate/org-access';
import { makeOutboundRules, type ResolveName } from '@tollgate/outbound';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { countLostSpans } from '@tollgate/tracing';
import { createApp } from './app';
import { createBookedHolds } from './billing/booked-holds';
import type { VideoConfig } from './config';
import { makeTimings } from './domain/timings';
import { createCountJobsJob } from './jobs/count-jobs.job';
import { createVideoMetrics } from './metrics/video-metrics';
import type { Neighbours } from './neighbours';
import { createRelayAdmission } from './relay/relay-admission';
import { createRouteBook } from './relay/route-book';
import { createVideoDatabase } from './store/video-database';
import { HttpClient } from './upstream/http-client';
import { createUpstream } from './upstream/upstream';
import type { Clock } from './use-cases/ports';
import { wireHttp } from './wire-http';
import { wireJobs } from './wire-jobs';

export interface Settings extends ServiceSettings<VideoConfig> {
  readonly migrationsDirectory: string;
  /** The system's clock and resolver by default; tests replace them. */
  readonly clock?: Clock;
  readonly resolve?: ResolveName;
}

export interface Video {
  readonly http: HttpPart;
}

/** Builds the whole service and starts its parts in order. */
export async function start(settings: Settings, neighbours: Neighbours): Promise<Video> {
  const { config, lifecycle, logger, migrationsDirectory: directory, tracer } = settings;
  const { bindHost: host, databaseUrl } = config;
  const metrics = createMetrics('video');
  countLostSpans(metrics, tracer);
  const sql = createDatabase({ url: databaseUrl, name: 'video', logger });
  const idempotency = createIdempotencyStore(sql);
  const { objects, part: objectStore } = createObjectStorePart(config.objectStore);
  const rules = { ...makeOutboundRules(config.outbound), allowsHttp: false };
  const client = new HttpClient({ rules, resolve: settings.resolve });
  const { orgs, videoAdmission, wallets } = neighbours;
  const findCallScope = createFindCallScope({ memberships: createMembershipSource(orgs) });
  const database = createVideoDatabase(sql);
  const jobs = wireJobs({
    database,
    objects,
    client,
    rules,
    upstream: createUpstream({ client, findRoute: createRouteBook(videoAdmission), logger }),
    admission: createRelayAdmission(videoAdmission),
    holds: createBookedHolds(wallets),
    observer: createVideoMetrics(metrics),
    timings: makeTimings(config.haste),
    clock: settings.clock ?? { now: () => new Date() },
    reachCrashPoint: createCrashPoints(config.crashPointDirectory),
    baseUrl: config.baseUrl,
    logger,
  });
  const verifier = createIdentityVerifier({ secrets: config.identitySecrets, audience: 'video' });
  const app = createApp({
    logger,
    tracer,
    verifier,
    handlers: { ...jobs.useCases, idempotency, findCallScope },
  });
  const { http, parts: httpParts } = wireHttp({ app, config, metrics, logger });
  await lifecycle.start([
    createInternalPart({
      name: 'internal',
      host,
      port: config.internalPort,
      metrics,
      isReady: lifecycle.isReady,
      checks: { database: () => sql.checkHealth() },
      routes: describeRoutes(app),
      logger,
    }),
    migrationsPart({ databaseUrl, schema: 'video', directory, logger }),
    databasePart(sql),
    objectStore,
    { name: 'outbound', stop: () => client.close() },
    createPurgeKeysPart({ store: idempotency, logger }),
    createCountJobsJob({ jobs: database.jobs, metrics, logger }),
    ...jobs.parts,
    ...httpParts,
  ]);
  return { http };
}
