import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { Secret } from '@tollgate/config';
import { AuditRecorded, topics } from '@tollgate/contracts';
import { createEventLog } from '@tollgate/event-log';
import {
  anonymousIdentity,
  createEdgeSigner,
  unsignedHeaders,
  type CallerIdentity,
} from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { createLifecycle } from '@tollgate/lifecycle';
import { createLogger, silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createRedis, type Redis } from '@tollgate/redis';
import {
  collectLogs,
  createTestDatabase,
  startTestRedis,
  type CollectedLogs,
} from '@tollgate/testing';
import { Till } from '@tollgate/till';
import { billingConfig } from '../../src/config';
import { connectNeighbours } from '../../src/neighbours';
import { start, type Settings } from '../../src/start';
import { createFakeAuth } from './fake-auth';
import { createFakeOrgs, type FakeOrgs } from './fake-orgs';

const identitySecret = 'identity secret of the billing tests';
export const serviceSecret = 'service secret of the billing tests';

export type Method = 'get' | 'post' | 'put' | 'delete';

export interface BillingUnderTest {
  readonly sql: Database;
  readonly redis: Redis;
  readonly till: Till;
  readonly auditEvents: readonly AuditRecorded[];
  readonly logs: CollectedLogs;
  readonly unknownUsers: Set<string>;
  readonly suspendedUsers: Set<string>;
  readonly eventLogUrl: string;
  /** Where the log mailer puts its files. */
  readonly mailDirectory: string;
  readonly orgs: FakeOrgs;
  readonly grpcAddress: string;
  readonly httpPort: number;
  /** The headers with which the edge passes a request on. */
  readonly sign: (
    method: string,
    path: string,
    caller: Partial<CallerIdentity>,
  ) => Record<string, string>;
  readonly stopAuth: () => Promise<void>;
  /** Starts another instance on the same stores; stopped with the first. */
  readonly startAnother: () => Promise<void>;
  readonly send: (method: Method, path: string, caller?: Partial<CallerIdentity>) => Test;
  readonly operate: (method: Method, path: string) => Test;
  readonly stop: () => Promise<void>;
}

/** A new user with a session. */
export function aCustomer(): { userId: string; caller: Partial<CallerIdentity> } {
  const userId = `user_${makeUlid()}`;
  return { userId, caller: { kind: 'session', userId, walletId: userId, sessionId: 'sess_1' } };
}

/** The whole service on real stores, with an auth that knows whom the test wants. */
export async function startBilling(
  settings: Readonly<Record<string, string>> = {},
  options: Pick<Settings, 'jobIntervalMsMax'> = {},
): Promise<BillingUnderTest> {
  const [testDatabase, testRedis] = await Promise.all([
    createTestDatabase({ schemas: ['billing', 'eventlog'] }),
    startTestRedis(),
  ]);
  const unknownUsers = new Set<string>();
  const suspendedUsers = new Set<string>();
  const users = { unknown: unknownUsers, suspended: suspendedUsers };
  const auth = createFakeAuth({ secret: new Secret(serviceSecret) }, users);
  await auth.start?.();
  const orgs = createFakeOrgs({ secret: new Secret(serviceSecret) });
  await orgs.part.start?.();
  const mailDirectory = join(process.env['TEST_RUN_DIRECTORY'] ?? '.data', `mail-${makeUlid()}`);
  const config = billingConfig.load({
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: testDatabase.urlOf('billing'),
    REDIS_URL: testRedis.urlOf('billing'),
    EVENT_LOG_DATABASE_URL: testDatabase.urlOf('eventlog'),
    AUTH_GRPC_ADDRESS: `127.0.0.1:${auth.address().port}`,
    ORGS_GRPC_ADDRESS: `127.0.0.1:${orgs.part.address().port}`,
    DEVELOPMENT_SETTINGS: 'all',
    SERVICE_SECRET: serviceSecret,
    IDENTITY_SECRET: identitySecret,
    MAIL_DIR: mailDirectory,
    ...settings,
  });
  const logs = collectLogs();
  const logger = createLogger({ service: 'billing', level: 'info', destination: logs.destination });
  const migrationsDirectory = join(__dirname, '../../migrations');
  const stops: (() => Promise<void>)[] = [];
  const startInstance = async (): ReturnType<typeof start> => {
    const lifecycle = createLifecycle({ logger });
    const neighbours = connectNeighbours(config, logger);
    stops.push(async () => {
      await lifecycle.stop();
      neighbours.close();
    });
    return start({ config, logger, lifecycle, migrationsDirectory, ...options }, neighbours);
  };
  const billing = await startInstance();
  const httpPort = billing.http.address().port;

  const signAsEdge = createEdgeSigner(new Secret(identitySecret), 'billing');
  const sign: BillingUnderTest['sign'] = (method, path, caller) => ({
    ...signAsEdge({ ...anonymousIdentity, ...caller }, method, path),
    [unsignedHeaders.clientIp]: '203.0.113.9',
  });
  const send = (method: Method, path: string, caller: Partial<CallerIdentity> = {}): Test =>
    request(`http://127.0.0.1:${httpPort}`)
      [method](path)
      .set(sign(method, path, caller));
  const url = testDatabase.urlOf('billing');
  const sql = createDatabase({ url, name: 'test', logger: silentLogger });
  const redis = createRedis({ url: testRedis.url, name: 'test', logger: silentLogger });
  await redis.connect();
  const auditEvents: AuditRecorded[] = [];
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'test', logger });
  await eventLog.subscribe({
    topic: topics.audit,
    group: 'test',
    handle: async (events) => {
      auditEvents.push(...events.map(({ payload }) => AuditRecorded.decode(payload)));
    },
  });
  let isAuthUp = true;
  const stopAuth = async (): Promise<void> => {
    if (isAuthUp) await auth.stop?.();
    isAuthUp = false;
  };
  return {
    sql,
    redis,
    till: new Till(redis),
    auditEvents,
    logs,
    unknownUsers,
    suspendedUsers,
    eventLogUrl: config.eventLog.databaseUrl,
    mailDirectory,
    orgs,
    grpcAddress: `127.0.0.1:${billing.grpc.address().port}`,
    httpPort,
    sign,
    stopAuth,
    startAnother: async () => void (await startInstance()),
    send,
    operate: (method, path) => send(method, path, { kind: 'operator' }),
    stop: async () => {
      for (const stop of stops) await stop();
      await stopAuth();
      await orgs.part.stop?.();
      await eventLog.close();
      redis.disconnect();
      await sql.close();
      const refused = await testRedis.listRefused();
      await testRedis.stop();
      await testDatabase.drop();
      expect(refused).toEqual([]);
    },
  };
}
