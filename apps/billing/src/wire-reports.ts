import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import {
  createFindCallScope,
  type FindCallScope,
  type MembershipSource,
} from '@tollgate/org-access';
import type { LedgerRouteOptions } from './routes/ledger.route';
import type { PlatformUsageOptions } from './routes/platform-usage.route';
import type { UsageRouteOptions } from './routes/usage.route';
import { createReadInsights } from './store/insights-reader';
import { createOrgReports } from './store/org-report-reader';
import { createReadOverview, type ReadOverview } from './store/overview-reader';
import { createReadPlatformUsage } from './store/platform-usage-reader';
import { createReportDatabase } from './store/report-database';
import { createReadStatement } from './store/statement-reader';
import { createReadUsageReport } from './store/usage-report-reader';
import { createChooseWallet } from './use-cases/choose-wallet';
import type { OrgReports } from './use-cases/report-ports';
import { createGetInsights, type GetInsights } from './use-cases/get-insights';

export interface ReportRoutes extends UsageRouteOptions, LedgerRouteOptions, PlatformUsageOptions {
  readonly findCallScope: FindCallScope;
  readonly getInsights: GetInsights;
}

/** What people look at: reports, insights and statements, on connections of their own. */
export function wireReports(options: {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly getNowMs: () => number;
  readonly memberships: MembershipSource;
}): {
  readonly routes: ReportRoutes;
  readonly readOverview: ReadOverview;
  readonly orgReports: OrgReports;
  readonly part: Part;
} {
  const { databaseUrl, getNowMs, logger, memberships } = options;
  const database = createReportDatabase(databaseUrl, logger);
  return {
    routes: {
      getNowMs,
      findCallScope: createFindCallScope({ memberships }),
      chooseWallet: createChooseWallet({ memberships }),
      readUsageReport: createReadUsageReport(database),
      readPlatformUsage: createReadPlatformUsage(database),
      readStatement: createReadStatement(database),
      getInsights: createGetInsights({ readInsights: createReadInsights(database), getNowMs }),
    },
    readOverview: createReadOverview(database),
    orgReports: createOrgReports(database),
    part: { name: 'report database', stop: () => database.close() },
  };
}
