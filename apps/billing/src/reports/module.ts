import type { AuthClient } from '@tollgate/clients';
import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import { createFindCallScope } from '@tollgate/org-access';
import type { GrpcService } from '@tollgate/rpc';
import type { GetBrake } from '../brake/manage-brake';
import type { BillingConfig } from '../config';
import type { FindCall } from '../generations/find-call';
import type { SetOrgTerms } from '../invoices/set-org-terms';
import type { ModulePorts } from '../shared/module-ports';
import { getInsightsUseCase } from './get-insights';
import { getOverviewUseCase } from './get-overview';
import { createReadInsights } from './insights-reader';
import { createInsightsRoute } from './insights.route';
import { createOrgBillingService } from './org-billing-service';
import { createOrgReports } from './org-report-reader';
import { createReadOverview } from './overview-reader';
import type { overviewOperations } from './overview.operations';
import { createOverviewRoute } from './overview.route';
import { createReadPlatformUsage } from './platform-usage-reader';
import type { platformUsageOperations } from './platform-usage.operations';
import { createPlatformUsageRoute } from './platform-usage.route';
import { createReportDatabase, type ReportDatabase } from './report-database';
import type { reportOperations } from './reports.operations';
import { createReadUsageReport } from './usage-report-reader';
import { createUsageRoute } from './usage.route';

export interface ReportsModuleOptions extends Pick<
  ModulePorts,
  'chooseWallet' | 'getNowMs' | 'logger' | 'memberships'
> {
  readonly config: Pick<BillingConfig, 'databaseUrl'>;
  readonly authClient: Pick<AuthClient, 'countUsers'>;
  readonly getBrake: GetBrake;
  readonly setOrgTerms: SetOrgTerms;
  readonly findCall: FindCall;
}

/** Reports, insights and the overview, on connections of their own. */
export function createReportsModule(options: ReportsModuleOptions): {
  readonly handlers: Handlers<
    typeof reportOperations & typeof overviewOperations & typeof platformUsageOperations
  >;
  readonly services: readonly GrpcService[];
  readonly parts: readonly Part[];
  readonly reportDatabase: ReportDatabase;
} {
  const { authClient, config, getNowMs, logger, memberships } = options;
  const database = createReportDatabase(config.databaseUrl, logger);
  const routeOptions = {
    ...options,
    findCallScope: createFindCallScope({ memberships }),
    getInsights: getInsightsUseCase({ readInsights: createReadInsights(database), getNowMs }),
    readUsageReport: createReadUsageReport(database),
    readPlatformUsage: createReadPlatformUsage(database),
  };
  const getOverview = getOverviewUseCase({
    ...options,
    readBook: createReadOverview(database),
    countUsers: (requestId) => authClient.countUsers(requestId),
  });
  return {
    handlers: {
      'GET /v1/usage': createUsageRoute(routeOptions),
      'GET /v1/insights': createInsightsRoute(routeOptions),
      'GET /api/admin/overview': createOverviewRoute(getOverview),
      'GET /api/admin/usage': createPlatformUsageRoute(routeOptions),
    },
    services: [createOrgBillingService({ ...options, reports: createOrgReports(database) })],
    parts: [{ name: 'report database', stop: () => database.close() }],
    reportDatabase: database,
  };
}
