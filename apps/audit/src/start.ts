import { createMembershipSource } from '@tollgate/clients';
import { createEventLog } from '@tollgate/event-log';
import {
  createInnerHttpPart,
  createInternalPart,
  describeRoutes,
  type HttpPart,
} from '@tollgate/http';
import { createIdentityVerifier } from '@tollgate/identity';
import type { ServiceSettings } from '@tollgate/lifecycle';
import { createMetrics } from '@tollgate/observability';
import { createDatabase, databasePart, migrationsPart } from '@tollgate/postgres';
import { countLostSpans, noTracer } from '@tollgate/tracing';
import { createApp } from './app';
import type { AuditConfig } from './config';
import { keptDays } from './domain/retention';
import { createEventConsumers } from './events/event-consumers';
import { createDeleteOldRowsJob } from './jobs/delete-old-rows.job';
import type { Neighbours } from './neighbours';
import { createEntryStore } from './store/entry-store';
import { createRefusalStore } from './store/refusal-store';
import { createDeleteOldRows } from './use-cases/delete-old-rows';
import { createListEntries } from './use-cases/list-entries';
import { createViewRefusals } from './use-cases/view-refusals';

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
  const { config, lifecycle, logger, migrationsDirectory, tracer = noTracer } = settings;
  const { databaseUrl, bindHost: host } = config;
  const metrics = createMetrics('audit');
  countLostSpans(metrics, tracer);
  const database = createDatabase({ url: databaseUrl, name: 'audit', logger, statementTimeoutMs });
  const eventLog = createEventLog({ settings: config.eventLog, clientId: 'audit', logger });
  const entries = createEntryStore(database);
  const refusals = createRefusalStore(database);
  const memberships = createMembershipSource(neighbours.orgs);
  const app = createApp({
    logger,
    tracer,
    verifier: createIdentityVerifier({ secrets: config.identitySecrets, audience: 'audit' }),
    listEntries: createListEntries({ store: entries }),
    memberships,
    viewRefusals: createViewRefusals({ store: refusals, memberships }),
  });
  const http = createInnerHttpPart({
    name: 'http',
    handler: app,
    host,
    port: config.httpPort,
    certificates: config.credential.certificates,
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
    ...createEventConsumers({ eventLog, entries, refusals, tracer }),
    createDeleteOldRowsJob({
      rows: 'audit entries',
      deleteOldRows: createDeleteOldRows({ store: entries, keptDays: keptDays.entries, clock }),
      logger,
    }),
    createDeleteOldRowsJob({
      rows: 'refusals',
      deleteOldRows: createDeleteOldRows({ store: refusals, keptDays: keptDays.refusals, clock }),
      logger,
    }),
    http,
  ]);
  return { http, internal };
}
