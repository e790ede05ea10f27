import { createMembershipSource, createOrgsClient } from '@tollgate/clients';
import { createEventLog } from '@tollgate/event-log';
import { createHttpPart, createInternalPart, describeRoutes, type HttpPart } from '@tollgate/http';
import { createIdentityVerifier } from '@tollgate/identity';
import type { Part } from '@tollgate/lifecycle';
import { createMetrics, type Logger } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { createApp } from './app';
import type { AuditConfig } from './config';
import { createAuditConsumer } from './events/audit-consumer';
import { createOnAuditRecorded } from './events/on-audit-recorded';
import { createDeleteOldEntriesJob } from './jobs/delete-old-entries.job';
import { createEntryStore } from './store/entry-store';
import { createDeleteOldEntries } from './use-cases/delete-old-entries';
import { createListEntries } from './use-cases/list-entries';

export interface WiringOptions {
  readonly config: AuditConfig;
  readonly logger: Logger;
  readonly migrationsDirectory: string;
  readonly isReady: () => boolean;
}

export interface Audit {
  readonly parts: readonly Part[];
  readonly http: HttpPart;
  readonly internal: HttpPart;
}

/** An operator's filter must not keep the database busy for longer. */
const statementTimeoutMs = 2_000;
const clock = { now: () => new Date() };

/** Builds the whole service; nothing is connected before its parts are started. */
export function wireAudit({ config, logger, migrationsDirectory, isReady }: WiringOptions): Audit {
  const { databaseUrl, bindHost: host } = config;
  const metrics = createMetrics('audit');
  const database = createDatabase({ url: databaseUrl, name: 'audit', logger, statementTimeoutMs });
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'audit', logger });
  const store = createEntryStore(database);
  const { orgsGrpcAddress: address, serviceSecret } = config;
  const orgs = createOrgsClient({ address, serviceSecret, logger });
  const app = createApp({
    logger,
    verifier: createIdentityVerifier({ secret: config.identitySecret }),
    listEntries: createListEntries({ store }),
    memberships: createMembershipSource(orgs),
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
    isReady,
    checks: { database: () => database.checkHealth() },
    informational: { eventLog: () => eventLog.checkHealth() },
    routes: describeRoutes(app),
    logger,
  });
  const parts: Part[] = [
    internal,
    migrationsPart({ databaseUrl, schema: 'audit', directory: migrationsDirectory, logger }),
    databasePart(database),
    { name: 'event log', stop: () => eventLog.close() },
    { name: 'orgs client', stop: () => orgs.close() },
    createAuditConsumer({ eventLog, handle: createOnAuditRecorded({ store }) }),
    createDeleteOldEntriesJob({
      deleteOldEntries: createDeleteOldEntries({ store, clock }),
      logger,
    }),
    http,
  ];
  return { parts, http, internal };
}
