import type { Handlers } from '@tollgate/http';
import { createFindCallScope } from '@tollgate/org-access';
import type { ReportDatabase } from '../reports/report-database';
import type { ModulePorts } from '../shared/module-ports';
import { createReadSeries } from './series-reader';
import type { seriesOperations } from './series.operations';
import { createSeriesHandlers } from './series.route';

/** Figures over time, on the connections of the reports. */
export function createSeriesModule(
  ports: Pick<ModulePorts, 'getNowMs' | 'memberships'> & {
    readonly reportDatabase: Pick<ReportDatabase, 'read'>;
  },
): { readonly handlers: Handlers<typeof seriesOperations> } {
  const { getNowMs, memberships, reportDatabase } = ports;
  return {
    handlers: createSeriesHandlers({
      findCallScope: createFindCallScope({ memberships }),
      memberships,
      readSeries: createReadSeries(reportDatabase, getNowMs),
      getNowMs,
    }),
  };
}
