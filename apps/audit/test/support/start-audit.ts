import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { createFakeOrgsClient, type OrgsClient } from '@tollgate/clients';
import { Secret } from '@tollgate/config';
import { AuditRecorded, RefusalRecorded, topics } from '@tollgate/contracts';
import { createEventLog, type EventLog } from '@tollgate/event-log';
import { anonymousIdentity, createEdgeSigner, type CallerIdentity } from '@tollgate/identity';
import { createLifecycle } from '@tollgate/lifecycle';
import { silentLogger } from '@tollgate/observability';
import type { OrgRole } from '@tollgate/org-access';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createTestDatabase } from '@tollgate/testing';
import type { AuditConfig } from '../../src/config';
import { start } from '../../src/start';

const identitySecret = new Secret('identity secret of the audit tests');
const credential = { secret: new Secret('service secret of the audit tests.') };

export interface AuditUnderTest {
  /** Roles by `<organization> <user>`. */
  readonly memberships: Map<string, OrgRole>;
  readonly eventLog: EventLog;
  /** As the role of the service. */
  readonly sql: Database;
  readonly publish: (events: readonly AuditRecorded[]) => Promise<void>;
  readonly publishRefusals: (events: readonly RefusalRecorded[]) => Promise<void>;
  /** Stops the service; its stores stay. */
  readonly interrupt: () => Promise<void>;
  /** Starts the service again on the same stores. */
  readonly resume: () => Promise<void>;
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
  const memberships = new Map<string, OrgRole>();
  const eventLogSettings = {
    adapter: 'postgres',
    databaseUrl: database.urlOf('eventlog'),
    kafkaBrokers: [],
  } as const;
  const config: AuditConfig = {
    bindHost: '127.0.0.1',
    httpPort: 0,
    internalPort: 0,
    logLevel: 'info',
    tracing: undefined,
    databaseUrl: database.urlOf('audit'),
    eventLog: eventLogSettings,
    identitySecrets: [identitySecret],
    credential,
    orgsGrpcAddress: 'unused',
  };
  const migrationsDirectory = join(__dirname, '../../migrations');
  const startService = async () => {
    const lifecycle = createLifecycle({ logger });
    const settings = { config, logger, lifecycle, migrationsDirectory };
    return { lifecycle, ...(await start(settings, { orgs: createOrgsOf(memberships) })) };
  };
  let service = await startService();
  const eventLog = createEventLog({ settings: eventLogSettings, clientId: 'test', logger });
  const sql = createDatabase({ url: database.urlOf('audit'), name: 'test', logger });
  const sign = createEdgeSigner(identitySecret, 'audit');
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    memberships,
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
    publishRefusals: (events) =>
      eventLog.publish(
        topics.refusal,
        events.map((event) => ({
          id: event.requestId,
          key: event.callerId,
          payload: RefusalRecorded.encode(event).finish(),
        })),
      ),
    interrupt: () => service.lifecycle.stop(),
    resume: async () => {
      service = await startService();
    },
    get: (path, caller = { kind: 'operator' }) =>
      request(at(service.http.address().port))
        .get(path)
        .set(sign({ ...anonymousIdentity, ...caller }, 'get', path)),
    getUnsigned: (path) => request(at(service.http.address().port)).get(path),
    getInternal: (path) => request(at(service.internal.address().port)).get(path),
    countEntries: async () => {
      const { rows } = await sql.query<{ count: bigint }>('SELECT count(*) FROM audit_entries');
      return Number(rows[0]?.count ?? -1n);
    },
    stop: async () => {
      await eventLog.close();
      await sql.close();
      await service.lifecycle.stop();
      await database.drop();
    },
  };
}

/** An orgs service with the members of a test. */
function createOrgsOf(memberships: ReadonlyMap<string, OrgRole>): OrgsClient {
  return {
    ...createFakeOrgsClient(),
    findMembership: async (orgId, userId) => {
      const role = memberships.get(`${orgId} ${userId}`);
      if (role === undefined) return undefined;
      const teamId = role === 'team_admin' ? 'team_01' : '';
      const memberId = userId.replace('user_', 'mem_');
      const place = { orgId, orgName: 'Acme', memberId, userId, teamId };
      return { ...place, role, isOwner: false, joinedAt: new Date(0), isOrgSuspended: false };
    },
  };
}
