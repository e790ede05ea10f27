import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { Secret } from '@tollgate/config';
import { createPolicyClient, type PolicyClient } from '@tollgate/clients';
import { AuditRecorded, OrgsServiceClient, PolicyServiceClient, topics } from '@tollgate/contracts';
import { createEventLog, type EventLog } from '@tollgate/event-log';
import {
  anonymousIdentity,
  createEdgeSigner,
  unsignedHeaders,
  type CallerIdentity,
} from '@tollgate/identity';
import { makeId } from '@tollgate/ids';
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
import type { OrgsConfig } from '../../src/config';
import { connectNeighbours } from '../../src/neighbours';
import { start } from '../../src/start';
import { createFakeServices, type FakeServices } from './fake-services';

const identitySecret = new Secret('identity secret of the orgs tests');
const credential = { secret: new Secret('service secret of the orgs tests.') };

/** Of provider keys, while one replaces the other. */
export const masterKeys = { current: `k2:${'55'.repeat(32)}`, former: `k1:${'44'.repeat(32)}` };

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** A user with an account and a session. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly caller: Partial<CallerIdentity>;
}

export interface OrgsUnderTest {
  readonly fakes: FakeServices;
  readonly redis: TestRedis;
  readonly orgsRpc: OrgsServiceClient;
  readonly policyRpc: PolicyServiceClient;
  readonly policies: PolicyClient;
  /** As the role of the service. */
  readonly sql: Database;
  /** What reached the event log, in order. */
  /** For what relays would tell. */
  readonly eventLog: EventLog;
  readonly auditEvents: readonly AuditRecorded[];
  readonly logs: CollectedLogs;
  /** Where sent mails are files. */
  readonly mailDirectory: string;
  /** With a verified address, unless the test says otherwise. */
  readonly addPerson: (name: string, isEmailVerified?: boolean) => Person;
  /** A request as the edge would pass it on. */
  readonly send: (method: Method, path: string, caller?: Partial<CallerIdentity>) => Test;
  readonly stop: () => Promise<void>;
}

/** The whole service on real stores, with an auth and a billing that say what the test wants. */
export async function startOrgs(): Promise<OrgsUnderTest> {
  const [database, redis] = await Promise.all([
    createTestDatabase({ schemas: ['orgs', 'eventlog'] }),
    startTestRedis(),
  ]);
  const mailDirectory = mkdtempSync(join(tmpdir(), 'tollgate-orgs-mail-'));
  const fakes = createFakeServices(credential);
  await fakes.part.start?.();
  const logs = collectLogs();
  const logger = createLogger({ service: 'orgs', level: 'info', destination: logs.destination });
  const eventLogSettings = {
    adapter: 'postgres',
    databaseUrl: database.urlOf('eventlog'),
    kafkaBrokers: [],
  } as const;
  const fakesAddress = `127.0.0.1:${fakes.part.address().port}`;
  const config: OrgsConfig = {
    bindHost: '127.0.0.1',
    httpPort: 0,
    internalPort: 0,
    grpcPort: 0,
    logLevel: 'info',
    tracing: undefined,
    databaseUrl: database.urlOf('orgs'),
    redisUrl: redis.urlOf('orgs'),
    eventLog: eventLogSettings,
    credential,
    identitySecrets: [identitySecret],
    siteUrl: 'http://127.0.0.1:8080',
    authGrpcAddress: fakesAddress,
    billingGrpcAddress: fakesAddress,
    relayGrpcAddress: fakesAddress,
    byokMasterKey: new Secret(`${masterKeys.current},${masterKeys.former}`),
    evidenceKey: new Secret('66'.repeat(32)),
    outbound: { allowCidrs: ['127.0.0.0/8'], allowsHttp: true },
    mail: { adapter: 'log', directory: mailDirectory },
  };
  const lifecycle = createLifecycle({ logger });
  const neighbours = connectNeighbours(config, logger);
  const migrationsDirectory = join(__dirname, '../../migrations');
  const orgs = await start({ config, logger, lifecycle, migrationsDirectory }, neighbours);

  const rpc = {
    address: `127.0.0.1:${orgs.grpc.address().port}`,
    credential,
    logger: silentLogger,
  };
  const orgsRpc = createGrpcClient(OrgsServiceClient, rpc);
  const policyRpc = createGrpcClient(PolicyServiceClient, rpc);
  const policies = createPolicyClient(rpc);
  const sql = createDatabase({ url: database.urlOf('orgs'), name: 'test', logger: silentLogger });
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
    fakes,
    redis,
    orgsRpc,
    policyRpc,
    policies,
    sql,
    eventLog,
    auditEvents,
    logs,
    mailDirectory,
    addPerson: (name, isEmailVerified = true) => addPerson(fakes, name, isEmailVerified),
    send: makeSend(`http://127.0.0.1:${orgs.http.address().port}`),
    stop: async () => {
      orgsRpc.close();
      policyRpc.close();
      policies.close();
      await lifecycle.stop();
      neighbours.close();
      await fakes.part.stop?.();
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

function makeSend(baseUrl: string): OrgsUnderTest['send'] {
  const sign = createEdgeSigner(identitySecret, 'orgs');
  return (method, path, caller = {}) =>
    request(baseUrl)
      [method](path)
      .set(sign({ ...anonymousIdentity, ...caller }, method, path))
      .set(unsignedHeaders.clientIp, '203.0.113.9');
}

function addPerson(fakes: FakeServices, name: string, isEmailVerified: boolean): Person {
  const userId = makeId('user');
  const email = `${name.toLowerCase()}-${userId.slice(-8).toLowerCase()}@example.com`;
  fakes.users.set(userId, { userId, email, name, isEmailVerified });
  return { userId, email, caller: { kind: 'session', userId, email, walletId: userId } };
}
