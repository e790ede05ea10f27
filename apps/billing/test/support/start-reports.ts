import { join } from 'node:path';
import express from 'express';
import request, { type Test } from 'supertest';
import { Secret } from '@tollgate/config';
import { createErrorHandler, forbidCaching } from '@tollgate/http';
import {
  anonymousIdentity,
  createIdentitySigner,
  createIdentityVerifier,
  identityHeader,
  requireIdentity,
  type CallerIdentity,
} from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import type { Membership, MembershipSource, OrgRole } from '@tollgate/org-access';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createTestDatabase } from '@tollgate/testing';
import { decodeReceiptDetails } from '../../src/events/decode-receipt';
import { createGenerationRoute } from '../../src/routes/generation.route';
import { createInsightsRoute } from '../../src/routes/insights.route';
import { createLedgerRoute } from '../../src/routes/ledger.route';
import { createUsageRoute } from '../../src/routes/usage.route';
import { createBookStore } from '../../src/store/book-store';
import { UsageReader } from '../../src/store/usage-reader';
import type { BookStore } from '../../src/use-cases/ports';
import { wireReports } from '../../src/wire-reports';

const secret = new Secret('identity secret of the report tests');

export interface ReportsUnderTest {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly store: BookStore;
  readonly setRole: (orgId: string, userId: string, role: OrgRole) => void;
  readonly setNowMs: (nowMs: number) => void;
  /** A request as the edge would pass it on; the wallet is the user's unless told otherwise. */
  readonly get: (path: string, caller: Partial<CallerIdentity>) => Test;
  readonly stop: () => Promise<void>;
}

/** The routes of the reports on a real book. */
export async function startReports(): Promise<ReportsUnderTest> {
  const testDatabase = await createTestDatabase({ schemas: ['billing'] });
  const databaseUrl = testDatabase.urlOf('billing');
  await runMigrations({
    databaseUrl,
    schema: 'billing',
    directory: join(__dirname, '..', '..', 'migrations'),
    logger: silentLogger,
  });
  const database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
  let nowMs = Date.now();
  const getNowMs = (): number => nowMs;
  const roles = new Map<string, OrgRole>();
  const memberships: MembershipSource = {
    find: async (orgId, userId) => makeMembership(orgId, userId, roles.get(`${orgId} ${userId}`)),
  };
  const reports = wireReports({ databaseUrl, logger: silentLogger, getNowMs, memberships });
  const usage = new UsageReader(database, decodeReceiptDetails);
  const app = express();
  app.use(forbidCaching);
  app.use(requireIdentity(createIdentityVerifier({ secret })));
  app.get('/v1/usage', createUsageRoute(reports.routes));
  app.get('/v1/insights', createInsightsRoute(reports.routes));
  app.get('/api/billing/ledger', createLedgerRoute(reports.routes));
  app.get(
    '/v1/generation',
    createGenerationRoute({
      findCallScope: reports.routes.findCallScope,
      findGeneration: (...args) => usage.findGeneration(...args),
    }),
  );
  app.use(createErrorHandler({ logger: silentLogger }));
  const signer = createIdentitySigner({ secret });
  return {
    database,
    databaseUrl,
    store: createBookStore(database),
    setRole: (orgId, userId, role) => roles.set(`${orgId} ${userId}`, role),
    setNowMs: (time) => (nowMs = time),
    get: (path, caller) => {
      const walletId = caller.userId ?? '';
      const identity = { ...anonymousIdentity, kind: 'standard_key', walletId, ...caller } as const;
      return request(app).get(path).set(identityHeader, signer.sign(identity, Date.now()));
    },
    stop: async () => {
      await reports.part.stop?.();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** The member of a user is named after them. */
function makeMembership(
  orgId: string,
  userId: string,
  role: OrgRole | undefined,
): Membership | undefined {
  const place = { orgName: 'Acme', isOwner: false, teamId: '', isOrgSuspended: false };
  const memberId = userId.replace('user_', 'mem_');
  return role && { ...place, orgId, userId, memberId, role, joinedAt: new Date(0) };
}
