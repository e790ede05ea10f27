import type { Agent, RequestListener } from 'node:http';
import {
  createHttpPart,
  createInternalPart,
  createLoadGuard,
  describeKeys,
  type HealthCheck,
  type HttpPart,
} from '@tollgate/http';
import { createEventLog } from '@tollgate/event-log';
import { createIdentitySigner, getSessionCookie } from '@tollgate/identity';
import type { Part, ServiceSettings } from '@tollgate/lifecycle';
import { createMetrics, secondsBuckets, type Logger, type Metrics } from '@tollgate/observability';
import { createRedis, createSubscriber, redisPart, type Redis } from '@tollgate/redis';
import { createRefusalLog, type RefusalLog } from '@tollgate/refusals';
import { countLostSpans, noTracer } from '@tollgate/tracing';
import { createApp } from './app';
import { createBrakePart } from './brake/brake-part';
import { createKeyLookup, createSessionLookup } from './callers/auth-lookup';
import { createInvalidationPart } from './callers/invalidation-part';
import type { EdgeConfig } from './config';
import { createClientAddressReader } from './domain/client-address';
import type { Console } from './domain/console';
import type { Documents } from './domain/document';
import { isLocal } from './domain/owner-address';
import { createRouteMatcher } from './domain/route-matcher';
import { watchInstances, type WatchedInstances } from './instances/watch-instances';
import type { BeginRequestOptions } from './middleware/begin-request';
import { makeCorsHeaders } from './middleware/cors';
import { createInnerAgent } from './middleware/inner-sockets';
import { LiveStreams } from './middleware/live-streams';
import type { NoteRefusalOptions } from './middleware/note-refusal';
import type { ProxiedOwner } from './middleware/pass-to-owner';
import { createRequestSummary } from './middleware/summarize-request';
import type { Neighbours } from './neighbours';
import { createLocalCounter } from './rates/local-counter';
import { createRedisCounter } from './rates/redis-counter';
import { createResilientCounter } from './rates/resilient-counter';
import { routeTable } from './routes/route-table';
import { createInvalidations, type OnForgotten } from './use-cases/apply-invalidation';
import { createAuthorizeRequest, type AuthorizeRequest } from './use-cases/authorize-request';
import { createBrake } from './use-cases/brake';
import { CallerDirectory } from './use-cases/caller-directory';
import { createCallerIdentities } from './use-cases/caller-identities';
import { RateEstimates } from './use-cases/rate-estimates';
import { createLimitRate } from './use-cases/limit-rate';
import { createNoteEndedKey, createNoteRefusedCaller } from './use-cases/note-refused-caller';
import type { Clock } from './use-cases/ports';
import { RateCounts } from './use-cases/rate-counts';
import { createUnknownLimit } from './use-cases/unknown-limit';

export interface Settings extends ServiceSettings<EdgeConfig> {
  readonly documents: Documents;
  /** Undefined where the console was not built. */
  readonly console?: Console | undefined;
  /** How often it is checked whether the caller of a live stream may still read it. */
  readonly liveCheckMs?: number;
}

export interface Edge {
  readonly http: HttpPart;
  readonly internal: HttpPart;
}

const clock: Clock = { nowMs: () => Date.now() };
const requestTimeoutMs = 120_000;
const bodyBytesPerSecondMin = 1_024;
/** A bound of their own: live streams do not count as load. */
const live = { streamsMax: 2_000, checkMs: 15_000 };

/** Builds the whole service and starts its parts in order. */
export async function start(settings: Settings, neighbours: Neighbours): Promise<Edge> {
  const { config, console, documents, lifecycle, liveCheckMs = live.checkMs, logger } = settings;
  const { auth, owners } = neighbours;
  const { isReady } = lifecycle;
  const metrics = createMetrics('edge');
  countLostSpans(metrics, settings.tracer);
  const redis = createRedis({ url: config.redisUrl, name: 'edge', logger });
  const subscriber = createSubscriber({ url: config.redisUrl, name: 'edge-subscriber', logger });
  const refusing = wireRefusals(config, metrics, logger);
  const unknownLimit = createUnknownLimit();
  const keys = new CallerDirectory({ lookUp: createKeyLookup(auth), unknownLimit, clock });
  const sessions = new CallerDirectory({ lookUp: createSessionLookup(auth), unknownLimit, clock });
  const checks = wireChecks(redis, neighbours);
  const estimates = new RateEstimates({ clock, instances: config.instances });
  const rateCounts = wireRateCounts(config, redis, estimates, logger);
  const brake = createBrake({ clock, logger });
  const corsHeaders = makeCorsHeaders(config.serviceSlug);
  const liveStreams = new LiveStreams({ ...live, checkMs: liveCheckMs });
  const loadGuard = createLoadGuard(config.load, {
    countRequests: () => http.countRequests() - liveStreams.size,
    metrics,
    logger,
  });
  const watched = wireInstances(neighbours, logger);
  const app = createApp({
    ...wireRequests(settings),
    corsHeaders,
    onEnd: createRequestSummary(logger, metrics),
    matchRoute: createRouteMatcher(routeTable),
    authorize: wireAuthorize(config, { keys, sessions, refusals: refusing.refusals }),
    ...refusing,
    brake,
    limitRate: createLimitRate({ ...config, estimates, rateCounts }),
    ...{ owners, instances: watched.lists, liveStreams },
    ...{ serviceSlug: config.serviceSlug, siteUrl: config.siteUrl },
    ...{ documents, console },
    readiness: { isReady, checks },
    loadGuard,
    strictHosts: config.areHostsStrict ? config : undefined,
  });
  const http = wireHttp(config, app, logger, Object.fromEntries(corsHeaders));
  const onForgotten = createForgottenObserver(metrics);
  const invalidations = createInvalidations({ keys, sessions, clock, onForgotten, logger });
  const internal = wireInternal(config, { isReady, checks, metrics, logger });
  await lifecycle.start([
    internal,
    redisPart(redis, 'redis', { service: 'edge', url: config.redisUrl }),
    redisPart(subscriber, 'redis subscriber'),
    ...refusing.parts,
    { name: 'rate counts', stop: () => rateCounts.flush() },
    createInvalidationPart({ redis, subscriber, invalidations, logger }),
    createBrakePart({ redis, subscriber, brake, logger }),
    loadGuard,
    ...watched.parts,
    http,
    // Stopped first: the server waits for the end of all answers.
    liveStreams,
  ]);
  return { http, internal };
}

function wireChecks(
  redis: Redis,
  { authHealth, owners: { local, urls } }: Neighbours,
): Readonly<Record<string, HealthCheck>> {
  const checks: Record<string, HealthCheck> = {};
  for (const [owner, url] of Object.entries(urls).filter(([, each]) => isLocal(each))) {
    // A service of this process takes requests once it has started.
    checks[owner] = async () => {
      if (!local.has(url)) throw new Error(`${owner} has not started`);
    };
  }
  return { ...checks, redis: () => ping(redis), auth: () => authHealth.check() };
}

function wireInstances(
  { owners: { certificates, urls: addresses } }: Neighbours,
  logger: Logger,
): WatchedInstances<ProxiedOwner> {
  const createAgent = (serverName: string | undefined): Agent =>
    createInnerAgent(certificates, { serverName });
  return watchInstances({ addresses, createAgent, logger });
}

/** What a request begins with: the address of its client, and its trace. */
function wireRequests({
  config,
  tracer = noTracer,
}: Settings): Pick<BeginRequestOptions, 'readClientAddress' | 'tracer' | 'trustsClientSampling'> {
  const { clientIpHeader: headerName, trustedProxies, trustsClientSampling } = config;
  const readClientAddress = createClientAddressReader({ trustedProxies, headerName });
  return { readClientAddress, tracer, trustsClientSampling };
}

/** The event log is connected when the first refusal is sent. */
function wireRefusals(
  config: EdgeConfig,
  metrics: Metrics,
  logger: Logger,
): NoteRefusalOptions & { readonly refusals: RefusalLog; readonly parts: readonly Part[] } {
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'edge', logger });
  const refusals = createRefusalLog({ eventLog, logger, metrics });
  return {
    refusals,
    logger,
    parts: [{ name: 'event log', stop: () => eventLog.close() }, refusals.part],
  };
}

function wireInternal(
  { internalHost: host, internalPort: port }: EdgeConfig,
  options: {
    readonly isReady: () => boolean;
    readonly checks: Readonly<Record<string, HealthCheck>>;
    readonly metrics: Metrics;
    readonly logger: Logger;
  },
): HttpPart {
  const { checks, ...shared } = options;
  return createInternalPart({
    ...shared,
    name: 'internal',
    host,
    port,
    // Other instances are no better off without Redis or auth: those do not make it unready.
    informational: checks,
    routes: describeKeys(routeTable.map(({ method, path }) => `${method} ${path}`)),
  });
}

function wireHttp(
  { host, port, sharesPort }: EdgeConfig,
  handler: RequestListener,
  logger: Logger,
  brokenRequestHeaders: Readonly<Record<string, string>>,
): HttpPart {
  return createHttpPart({
    name: 'http',
    hostSetting: 'EDGE_HOST',
    portSetting: 'PORT',
    handler,
    host,
    port,
    sharesPort,
    logger,
    requestTimeoutMs,
    bodyBytesPerSecondMin,
    brokenRequestHeaders,
  });
}

function createForgottenObserver(metrics: Metrics): OnForgotten {
  const delays = metrics.histogram(
    'edge_invalidation_seconds',
    'From the commit of a change to a key, session or user until this edge dropped its cached caller',
    secondsBuckets,
    ['by'],
  );
  return (by, delayMs) => delays.observe({ by }, delayMs / 1_000);
}

function wireAuthorize(
  config: EdgeConfig,
  {
    refusals,
    ...directories
  }: Record<'keys' | 'sessions', CallerDirectory> & { readonly refusals: RefusalLog },
): AuthorizeRequest {
  return createAuthorizeRequest({
    ...directories,
    onRefused: createNoteRefusedCaller(refusals),
    onKeyEnded: createNoteEndedKey(refusals),
    identities: createCallerIdentities(
      createIdentitySigner({ secret: config.identitySecret }),
      clock,
    ),
    clock,
    cookieName: getSessionCookie(config.serviceSlug, config.siteUrl).name,
    siteUrl: config.siteUrl,
    allowedOrigins: new Set([config.siteUrl, ...config.allowedOrigins]),
    adminTokens: config.adminTokens,
  });
}

function wireRateCounts(
  { instances }: EdgeConfig,
  redis: Redis,
  estimates: RateEstimates,
  logger: Logger,
): RateCounts {
  const countCalls = createResilientCounter({
    shared: createRedisCounter(redis),
    local: createLocalCounter({ clock, instances }),
    clock,
    logger,
  });
  return new RateCounts({ countCalls, estimates });
}

async function ping(redis: Redis): Promise<void> {
  await redis.ping();
}
