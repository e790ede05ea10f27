import { join } from 'node:path';
import express from 'express';
import request, { type Test } from 'supertest';
import { Secret } from '@tollgate/config';
import { createErrorHandler, forbidCaching } from '@tollgate/http';
import {
  anonymousIdentity,
  createEdgeSigner,
  createIdentityVerifier,
  requireIdentity,
  type CallerIdentity,
} from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import {
  createFindCallScope,
  type Membership,
  type MembershipSource,
  type OrgRole,
} from '@tollgate/org-access';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createTestDatabase } from '@tollgate/testing';
import { createCachingModule } from '../../src/caching/module';
import { createCallsModule } from '../../src/calls/module';
import { decodeReceiptDetails } from '../../src/generations/decode-receipt';
import { findCallUseCase } from '../../src/generations/find-call';
import { createGenerationRoute } from '../../src/generations/generation.route';
import { createOrgCallRoute } from '../../src/generations/org-call.route';
import { UsageReader } from '../../src/generations/usage-reader';
import { createBookStore } from '../../src/ledger/book-store';
import type { BookStore } from '../../src/ledger/ports';
import { createReportsModule } from '../../src/reports/module';
import { createSeriesModule } from '../../src/series/module';
import { createStatementsModule } from '../../src/statements/module';
import { chooseWalletUseCase } from '../../src/wallets/choose-wallet';

const secret = new Secret('identity secret of the report tests');

export interface ReportsUnderTest {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly store: BookStore;
  readonly setRole: (orgId: string, userId: string, role: OrgRole, teamId?: string) => void;
  readonly setNowMs: (nowMs: number) => void;
  /** A request as the edge would pass it on; the wallet is the user's by default. */
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
  const places = new Map<string, { readonly role: OrgRole; readonly teamId: string }>();
  const memberships: MembershipSource = {
    find: async (orgId, userId) => makeMembership(orgId, userId, places.get(`${orgId} ${userId}`)),
  };
  const notCalled = () => Promise.reject(new Error('not called here'));
  const chooseWallet = chooseWalletUseCase({ memberships });
  const reports = createReportsModule({
    config: { databaseUrl },
    chooseWallet,
    memberships,
    authClient: { countUsers: notCalled },
    getBrake: notCalled,
    setOrgTerms: notCalled,
    findCall: notCalled,
    getNowMs,
    logger: silentLogger,
  });
  const calls = createCallsModule({ memberships, ...reports });
  const series = createSeriesModule({ memberships, getNowMs, ...reports });
  const caching = createCachingModule({ memberships, getNowMs, ...reports });
  const statements = createStatementsModule({ chooseWallet, getNowMs, ...reports });
  const handlers = {
    ...reports.handlers,
    ...statements.handlers,
    ...calls.handlers,
    ...series.handlers,
    ...caching.handlers,
  };
  const usage = new UsageReader(database, decodeReceiptDetails);
  const app = express();
  app.use(forbidCaching);
  app.use(requireIdentity(createIdentityVerifier({ secrets: [secret], audience: 'billing' })));
  for (const [route, handler] of Object.entries(handlers)) {
    app.get(route.replace('GET ', '').replaceAll(/\{(\w+)\}/g, ':$1'), ...[handler].flat());
  }
  app.get(
    '/api/orgs/:orgId/calls/:id',
    createOrgCallRoute({
      memberships,
      findCall: findCallUseCase({ findByWallets: (...args) => usage.findByWallets(...args) }),
      listTransfers: (receipt) => usage.listTransfers(receipt),
    }),
  );
  app.get(
    '/v1/generation',
    createGenerationRoute({
      findCallScope: createFindCallScope({ memberships }),
      findGeneration: (...args) => usage.findGeneration(...args),
      listTransfers: (receipt) => usage.listTransfers(receipt),
    }),
  );
  app.use(createErrorHandler({ logger: silentLogger }));
  const sign = createEdgeSigner(secret, 'billing');
  return {
    database,
    databaseUrl,
    store: createBookStore(database),
    setRole: (orgId, userId, role, teamId = '') =>
      places.set(`${orgId} ${userId}`, { role, teamId }),
    setNowMs: (time) => (nowMs = time),
    get: (path, caller) => {
      const walletId = caller.userId ?? '';
      const identity = { ...anonymousIdentity, kind: 'standard_key', walletId, ...caller } as const;
      return request(app)
        .get(path)
        .set(sign(identity, 'get', path));
    },
    stop: async () => {
      for (const part of reports.parts) await part.stop?.();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** The member of a user is named after them. */
function makeMembership(
  orgId: string,
  userId: string,
  found: { readonly role: OrgRole; readonly teamId: string } | undefined,
): Membership | undefined {
  const place = { orgName: 'Acme', isOwner: false, isOrgSuspended: false };
  const memberId = userId.replace('user_', 'mem_');
  return found && { ...place, ...found, orgId, userId, memberId, joinedAt: new Date(0) };
}
