import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { Secret } from '@tollgate/config';
import { AuditRecorded, topics } from '@tollgate/contracts';
import { createEventLog, type EventLog } from '@tollgate/event-log';
import {
  anonymousIdentity,
  createIdentitySigner,
  identityHeader,
  type CallerIdentity,
} from '@tollgate/identity';
import { createLifecycle } from '@tollgate/lifecycle';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createTestDatabase } from '@tollgate/testing';
import { wireAudit } from '../../src/wiring';
import { createFakeOrgs } from './fake-orgs';

const identitySecret = new Secret('identity secret of the audit tests');
const serviceSecret = new Secret('service secret of the audit tests.');

export interface AuditUnderTest {
  /** What orgs says: roles by organization and user. */
  readonly memberships: Map<string, string>;
  readonly eventLog: EventLog;
  /** As the role of the service. */
  readonly sql: Database;
  readonly publish: (events: readonly AuditRecorded[]) => Promise<void>;
  /** A request as the edge would pass it on. */
  readonly get: (path: string, caller?: Partial<CallerIdentity>) => Test;
  readonly getUnsigned: (path: string) => Test;
  readonly getInternal: (path: string) => Test;
  readonly countEntries: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** The whole service on a real Postgres. */
export async function startAudit(): Promise<AuditUnderTest> {
  const database = await createTestDatabase({ schemas: ['audit', 'eventlog'] });
  const logger = silentLogger;
  const orgs = createFakeOrgs(serviceSecret);
  await orgs.part.start?.();
  const settings = {
    adapter: 'postgres',
    databaseUrl: database.urlOf('eventlog'),
    kafkaBrokers: [],
  } as const;
  const { parts, http, internal } = wireAudit({
    config: {
      bindHost: '127.0.0.1',
      httpPort: 0,
      internalPort: 0,
      logLevel: 'info',
      databaseUrl: database.urlOf('audit'),
      eventLog: settings,
      identitySecret,
      serviceSecret,
      orgsGrpcAddress: `127.0.0.1:${orgs.part.address().port}`,
    },
    logger,
    migrationsDirectory: join(__dirname, '../../migrations'),
    isReady: () => true,
  });
  const lifecycle = createLifecycle({ logger, parts });
  await lifecycle.start();
  const eventLog = createEventLog({ settings, clientId: 'test', logger });
  const sql = createDatabase({ url: database.urlOf('audit'), name: 'test', logger });
  const signer = createIdentitySigner({ secret: identitySecret });
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    memberships: orgs.memberships,
    eventLog,
    sql,
    publish: (events) =>
      eventLog.publish(
        topics.audit,
        events.map((event) => ({
          id: event.id,
          key: event.target?.id ?? '',
          payload: AuditRecorded.encode(event).finish(),
        })),
      ),
    get: (path, caller = { kind: 'operator' }) =>
      request(at(http.address().port))
        .get(path)
        .set(identityHeader, signer.sign({ ...anonymousIdentity, ...caller }, Date.now())),
    getUnsigned: (path) => request(at(http.address().port)).get(path),
    getInternal: (path) => request(at(internal.address().port)).get(path),
    countEntries: async () => {
      const { rows } = await sql.query<{ count: bigint }>('SELECT count(*) FROM audit_entries');
      return Number(rows[0]?.count ?? -1n);
    },
    stop: async () => {
      await eventLog.close();
      await sql.close();
      await lifecycle.stop();
      await orgs.part.stop?.();
      await database.drop();
    },
  };
}
