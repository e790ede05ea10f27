import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import { createReports } from './make-reports';
import type { SpendFigures } from './ports';
import type { reportOperations } from './reports.operations';
import { createReportHandlers } from './reports.route';

export function createReportsModule(ports: ModulePorts & { readonly figures: SpendFigures }): {
  readonly handlers: Handlers<typeof reportOperations>;
} {
  return { handlers: createReportHandlers({ ...ports, reports: createReports(ports) }) };
}
