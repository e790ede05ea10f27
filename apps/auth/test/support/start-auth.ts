import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { Secret } from '@tollgate/config';
import {
  AuditRecorded,
  AuthServiceClient,
  DirectoryServiceClient,
  topics,
} from '@tollgate/contracts';
import { createEventLog } from '@tollgate/event-log';
import {
  anonymousIdentity,
  createEdgeSigner,
  unsignedHeaders,
  type CallerIdentity,
} from '@tollgate/identity';
import { createLifecycle } from '@tollgate/lifecycle';
import { createLogger, silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createGrpcClient } from '@tollgate/rpc';
import {
  collectLogs,
  createTestDatabase,
  startTestRedis,
  type CollectedLogs,
  type TestRedis,
} from '@tollgate/testing';
import type { AuthConfig } from '../../src/config';
import { connectNeighbours } from '../../src/neighbours';
import { start } from '../../src/start';
import { createFakeBilling, type FakeBilling } from './fake-billing';
import { createFakeOrgs, type FakeOrgs } from './fake-orgs';

const identitySecret = new Secret('identity secret of the auth tests');
const credential = { secret: new Secret('service secret of the auth tests.') };

export interface AuthUnderTest {
  readonly billing: FakeBilling;
  readonly orgs: FakeOrgs;
  readonly redis: TestRedis;
  readonly rpc: AuthServiceClient;
  readonly directory: DirectoryServiceClient;
  /** As the role of the service. */
  readonly sql: Database;
  /** What reached the event log, in order. */
  readonly auditEvents: readonly AuditRecorded[];
  readonly logs: CollectedLogs;
  /** Where sent mails are files. */
  readonly mailDirectory: string;
  /** A request as the edge would pass it on. */
  readonly send: (
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    caller?: Partial<CallerIdentity>,
  ) => Test;
  readonly sendUnsigned: (path: string) => Test;
  readonly stop: () => Promise<void>;
}

export interface StartAuthOptions {
  readonly signUpsPerIpHour?: number;
  readonly logInsPerIp15Min?: number;
  readonly siteUrl?: string;
  readonly hidesAccounts?: boolean;
  readonly operatorEmails?: readonly string[];
  readonly areLinksEnabled?: boolean;
}

/** The whole service on real stores, with a billing that says what the test wants. */
export async function startAuth(options: StartAuthOptions = {}): Promise<AuthUnderTest> {
  const [database, redis] = await Promise.all([
    createTestDatabase({ schemas: ['auth', 'eventlog'] }),
    startTestRedis(),
  ]);
  const mailDirectory = mkdtempSync(join(tmpdir(), 'tollgate-auth-mail-'));
  const billing = createFakeBilling(credential);
  const orgs = createFakeOrgs(credential);
  await Promise.all([billing.part.start?.(), orgs.part.start?.()]);
  const logs = collectLogs();
  const logger = createLogger({ service: 'auth', level: 'info', destination: logs.destination });
  const eventLogSettings = {
    adapter: 'postgres',
    databaseUrl: database.urlOf('eventlog'),
    kafkaBrokers: [],
  } as const;
  const config: AuthConfig = {
    bindHost: '127.0.0.1',
    httpPort: 0,
    internalPort: 0,
    grpcPort: 0,
    logLevel: 'info',
    tracing: undefined,
    databaseUrl: database.urlOf('auth'),
    redisUrl: redis.urlOf('auth'),
    eventLog: eventLogSettings,
    credential,
    identitySecrets: [identitySecret],
    serviceSlug: 'tollgate',
    siteUrl: options.siteUrl ?? 'http://127.0.0.1:8080',
    billingGrpcAddress: `127.0.0.1:${billing.part.address().port}`,
    orgsGrpcAddress: `127.0.0.1:${orgs.part.address().port}`,
    signUpsPerIpHour: options.signUpsPerIpHour ?? 1_000,
    fundedRequestsPerMinute: 200,
    logInsPerIp15Min: options.logInsPerIp15Min ?? 1_000,
    // Hundreds of accounts are made in these tests.
    passwordCost: 10,
    hidesAccounts: options.hidesAccounts ?? false,
    operatorEmails: options.operatorEmails ?? [],
    areLinksEnabled: options.areLinksEnabled ?? true,
    eduCodeSecrets: [new Secret('secret of the codes in the auth tests')],
    mail: { adapter: 'log', directory: mailDirectory },
  };
  const lifecycle = createLifecycle({ logger });
  const neighbours = connectNeighbours(config, logger);
  const migrationsDirectory = join(__dirname, '../../migrations');
  const auth = await start({ config, logger, lifecycle, migrationsDirectory }, neighbours);

  const baseUrl = `http://127.0.0.1:${auth.http.address().port}`;
  const sign = createEdgeSigner(identitySecret, 'auth');
  const address = `127.0.0.1:${auth.grpc.address().port}`;
  const toAuth = { address, credential, logger: silentLogger };
  const rpc = createGrpcClient(AuthServiceClient, toAuth);
  const directory = createGrpcClient(DirectoryServiceClient, toAuth);
  const sql = createDatabase({ url: database.urlOf('auth'), name: 'test', logger: silentLogger });
  const auditEvents: AuditRecorded[] = [];
  const eventLog = createEventLog({ settings: eventLogSettings, clientId: 'test', logger });
  await eventLog.subscribe({
    topic: topics.audit,
    group: 'test',
    handle: async (events) => {
      auditEvents.push(...events.map(({ payload }) => AuditRecorded.decode(payload)));
    },
  });
  return {
    billing,
    orgs,
    redis,
    rpc,
    directory,
    sql,
    auditEvents,
    logs,
    mailDirectory,
    send: (method, path, caller = {}) => {
      const identity = { ...anonymousIdentity, ...caller };
      return request(baseUrl)
        [method](path)
        .set(sign(identity, method, path))
        .set(unsignedHeaders.clientIp, caller.clientIp ?? '203.0.113.9');
    },
    sendUnsigned: (path) => request(baseUrl).get(path),
    stop: async () => {
      rpc.close();
      directory.close();
      await lifecycle.stop();
      neighbours.close();
      await billing.part.stop?.();
      await orgs.part.stop?.();
      await sql.close();
      await eventLog.close();
      const refused = await redis.listRefused();
      await redis.stop();
      await database.drop();
      rmSync(mailDirectory, { recursive: true, force: true });
      expect(refused).toEqual([]);
    },
  };
}
