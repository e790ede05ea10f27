import { createMembershipSource } from '@tollgate/clients';
import { createEventLog } from '@tollgate/event-log';
import { createHttpPart, createInternalPart, describeRoutes, type HttpPart } from '@tollgate/http';
import { createIdentityVerifier } from '@tollgate/identity';
import type { ServiceSettings } from '@tollgate/lifecycle';
import { createMetrics } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { createApp } from './app';
import type { AuditConfig } from './config';
import { createAuditConsumer } from './events/audit-consumer';
import { createOnAuditRecorded } from './events/on-audit-recorded';
import { createDeleteOldEntriesJob } from './jobs/delete-old-entries.job';
import type { Neighbours } from './neighbours';
import { createEntryStore } from './store/entry-store';
import { createDeleteOldEntries } from './use-cases/delete-old-entries';
import { createListEntries } from './use-cases/list-entries';

export interface Settings extends ServiceSettings<AuditConfig> {
  readonly migrationsDirectory: string;
}

export interface Audit {
  readonly http: HttpPart;
  readonly internal: HttpPart;
}

/** An operator's filter must not keep the database busy for longer. */
const statementTimeoutMs = 2_000;
const clock = { now: () => new Date() };

/** Builds the whole service and starts its parts in order. */
export async function start(settings: Settings, neighbours: Neighbours): Promise<Audit> {
  const { config, lifecycle, logger, migrationsDirectory } = settings;
  const { databaseUrl, bindHost: host } = config;
  const metrics = createMetrics('audit');
  const database = createDatabase({ url: databaseUrl, name: 'audit', logger, statementTimeoutMs });
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'audit', logger });
  const store = createEntryStore(database);
  const app = createApp({
    logger,
    verifier: createIdentityVerifier({ secret: config.identitySecret }),
    listEntries: createListEntries({ store }),
    memberships: createMembershipSource(neighbours.orgs),
  });
  const http = createHttpPart({
    name: 'http',
    handler: app,
    host,
    port: config.httpPort,
    logger,
  });
  const internal = createInternalPart({
    name: 'internal',
    host,
    port: config.internalPort,
    metrics,
    isReady: lifecycle.isReady,
    checks: { database: () => database.checkHealth() },
    informational: { eventLog: () => eventLog.checkHealth() },
    routes: describeRoutes(app),
    logger,
  });
  await lifecycle.start([
    internal,
    migrationsPart({ databaseUrl, schema: 'audit', directory: migrationsDirectory, logger }),
    databasePart(database),
    { name: 'event log', stop: () => eventLog.close() },
    createAuditConsumer({ eventLog, handle: createOnAuditRecorded({ store }) }),
    createDeleteOldEntriesJob({
      deleteOldEntries: createDeleteOldEntries({ store, clock }),
      logger,
    }),
    http,
  ]);
  return { http, internal };
}
