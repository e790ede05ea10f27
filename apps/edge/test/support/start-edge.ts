import type { RequestListener } from 'node:http';
import { Redis } from 'ioredis';
import request, { type Test } from 'supertest';
import { Secret } from '@tollgate/config';
import type { Local } from '@tollgate/hosting';
import { createLifecycle, type Lifecycle } from '@tollgate/lifecycle';
import { createLogger } from '@tollgate/observability';
import { authInvalidation } from '@tollgate/redis';
import { LocalServices } from '@tollgate/rpc';
import {
  collectLogs,
  startTestRedis,
  waitUntil,
  type CollectedLogs,
  type TestRedis,
} from '@tollgate/testing';
import type { EdgeConfig } from '../../src/config';
import type { Console } from '../../src/domain/console';
import { makeDocument } from '../../src/documents/load-documents';
import { connectNeighbours } from '../../src/neighbours';
import { start } from '../../src/start';
import { createFakeAuth, type FakeAuth } from './fake-auth';
import { createInnerService, type InnerService } from './inner-service';

const identitySecret = new Secret('identity secret of the edge tests');
const credential = { secret: new Secret('service secret of the edge tests.') };
export const adminToken = 'the-admin-token-of-the-tests';
/** Accepted while the token is replaced. */
export const nextAdminToken = 'the-next-admin-token-of-the-tests';

const documents = {
  openApi: makeDocument(Buffer.from('{"openapi":"3.1.1"}'), 'application/json; charset=utf-8'),
  viewer: makeDocument(Buffer.from('export {};'), 'text/javascript; charset=utf-8'),
};

const owners = ['auth', 'billing', 'orgs', 'relay', 'video', 'audit'] as const;
type InnerName = (typeof owners)[number];

export interface EdgeUnderTest {
  readonly auth: FakeAuth;
  readonly inner: Readonly<Record<InnerName, InnerService>>;
  readonly redisServer: TestRedis;
  /** A client of the tests' own. */
  readonly redis: Redis;
  readonly logs: CollectedLogs;
  readonly port: number;
  /** /metrics is there. */
  readonly internalPort: number;
  readonly baseUrl: string;
  readonly lifecycle: Lifecycle;
  readonly send: (
    method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options',
    path: string,
    secret?: string,
  ) => Test;
  /** Publishes what auth would after a change, and waits until this edge has received it. */
  readonly invalidate: (what: object) => Promise<void>;
  /** How many of these messages this edge has received. */
  readonly countMessages: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface StartEdgeOptions {
  /** Instead of the settings of the tests. */
  readonly config?: Partial<EdgeConfig>;
  readonly trustedProxies?: readonly string[];
  readonly instances?: number;
  /** Shares Redis, auth and the services of another one, which is stopped after it. */
  readonly beside?: EdgeUnderTest;
  /** Ports of the proxies in front of Redis and auth. */
  readonly redisPort?: (port: number) => Promise<number>;
  readonly authPort?: (port: number) => Promise<number>;
  /** Services that are not reached over a connection: their handlers, once they have started. */
  readonly local?: Partial<Record<InnerName, () => RequestListener | undefined>>;
  /** The built console; without one the edge serves the API alone. */
  readonly console?: Console | undefined;
  readonly liveCheckMs?: number;
}

type World = Pick<EdgeUnderTest, 'auth' | 'inner' | 'redisServer'>;

/** The whole edge on a real Redis, before small real services. */
export async function startEdge(options: StartEdgeOptions = {}): Promise<EdgeUnderTest> {
  const world = options.beside ?? (await startWorld());
  const { auth, inner, redisServer } = world;
  const logs = collectLogs();
  const logger = createLogger({ service: 'edge', level: 'debug', destination: logs.destination });
  const config = await makeConfig(world, options);
  const lifecycle = createLifecycle({ logger });
  const neighbours = connectNeighbours(config, logger, makeLocal(options));
  const { console, liveCheckMs } = options;
  const edge = await start(
    {
      ...{ config, logger, lifecycle, documents, console },
      ...(liveCheckMs !== undefined && { liveCheckMs }),
    },
    neighbours,
  );
  const { port } = edge.http.address();
  const baseUrl = `http://127.0.0.1:${port}`;
  const redis = new Redis(redisServer.url);
  redis.on('error', () => undefined);
  const internalPort = edge.internal.address().port;
  const countMessages = async (): Promise<number> => {
    const metrics = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
    const count = /^edge_invalidation_seconds_count\{.*by="message".*\} (\d+)$/m.exec(metrics)?.[1];
    return Number(count ?? 0);
  };
  return {
    auth,
    inner,
    redisServer,
    redis,
    logs,
    port,
    internalPort,
    countMessages,
    baseUrl,
    lifecycle,
    send: (method, path, secret) => {
      const sent = request(baseUrl)[method](path);
      return secret === undefined ? sent : sent.set('authorization', `Bearer ${secret}`);
    },
    invalidate: async (what) => {
      const { channel, changedAtKey, versionKey } = authInvalidation;
      const before = await countMessages();
      const atMs = Date.now();
      await redis.set(changedAtKey, atMs);
      const version = await redis.incr(versionKey);
      await redis.publish(channel, JSON.stringify({ version, atMs, ...what }));
      // Redis answers before the subscribers have received the message.
      const isReceived = async (): Promise<boolean> => (await countMessages()) > before;
      await waitUntil(isReceived, { timeoutMs: 30_000, pollMs: 5, what: 'the message' });
    },
    stop: async () => {
      redis.disconnect();
      await lifecycle.stop();
      neighbours.close();
      if (options.beside === undefined) await stopWorld(world);
    },
  };
}

function makeLocal({ local = {} }: StartEdgeOptions): Local {
  const http = new Map<string, RequestListener>();
  http.get = (address) => local[address.replace('local:', '') as InnerName]?.();
  http.has = (address) => http.get(address) !== undefined;
  return { grpc: new LocalServices(), http };
}

async function startWorld(): Promise<World> {
  const redisServer = await startTestRedis();
  const auth = createFakeAuth(credential);
  const inner = {
    auth: createInnerService('auth', identitySecret),
    billing: createInnerService('billing', identitySecret),
    orgs: createInnerService('orgs', identitySecret),
    relay: createInnerService('relay', identitySecret),
    video: createInnerService('video', identitySecret),
    audit: createInnerService('audit', identitySecret),
  };
  await Promise.all([auth.part, ...owners.map((owner) => inner[owner].part)].map(startPart));
  return { auth, inner, redisServer };
}

async function stopWorld({ auth, inner, redisServer }: World): Promise<void> {
  await Promise.all(
    [auth.part, ...owners.map((owner) => inner[owner].part)].map(async (part) => part.stop?.()),
  );
  const refused = await redisServer.listRefused();
  await redisServer.stop();
  expect(refused).toEqual([]);
}

async function makeConfig(
  { auth, inner, redisServer }: World,
  options: StartEdgeOptions,
): Promise<EdgeConfig> {
  const urlOf = (owner: InnerName): string =>
    options.local?.[owner] !== undefined
      ? `local:${owner}`
      : `http://127.0.0.1:${inner[owner].part.address().port}`;
  const asItIs = async (port: number): Promise<number> => port;
  const redisPort = await (options.redisPort ?? asItIs)(redisServer.port);
  const authPort = await (options.authPort ?? asItIs)(auth.part.address().port);
  const siteUrl = 'http://127.0.0.1:8080';
  return {
    host: '127.0.0.1',
    port: 0,
    sharesPort: false,
    internalHost: '127.0.0.1',
    internalPort: 0,
    logLevel: 'debug',
    tracing: undefined,
    trustsClientSampling: false,
    redisUrl: redisServer.urlOf('edge').replace(String(redisServer.port), String(redisPort)),
    // Nothing listens there: tests of refusals name a database.
    eventLog: { adapter: 'postgres', databaseUrl: 'postgres://127.0.0.1:1/none', kafkaBrokers: [] },
    credential,
    identitySecret,
    serviceSlug: 'tollgate',
    siteUrl,
    baseUrl: siteUrl,
    legacyUrl: siteUrl,
    areHostsStrict: false,
    allowedOrigins: ['https://app.example'],
    adminTokens: [new Secret(adminToken), new Secret(nextAdminToken)],
    authGrpcAddress: `127.0.0.1:${authPort}`,
    urls: {
      auth: urlOf('auth'),
      billing: urlOf('billing'),
      orgs: urlOf('orgs'),
      relay: urlOf('relay'),
      video: urlOf('video'),
      audit: urlOf('audit'),
    },
    trustedProxies: options.trustedProxies ?? ['127.0.0.1/32', '::1/128'],
    clientIpHeader: 'x-real-ip',
    fundedRequestsPerMinute: 200,
    instances: options.instances ?? 1,
    // The heap of a test worker also holds what earlier suites left.
    load: { loopDelayMsMax: 5_000, memoryMebibytesMax: 100_000, requestsMax: 10_000 },
    ...options.config,
  };
}

async function startPart(part: { start?(): Promise<void> | void }): Promise<void> {
  await part.start?.();
}
