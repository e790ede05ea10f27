import type { Handlers } from '@tollgate/http';
import { createFindCallScope } from '@tollgate/org-access';
import { decodeReceiptDetails } from '../generations/decode-receipt';
import type { ReportDatabase } from '../reports/report-database';
import type { ModulePorts } from '../shared/module-ports';
import { createReadCalls } from './call-reader';
import type { callOperations } from './calls.operations';
import { createCallHandlers } from './calls.route';

/** Lists of calls, on the connections of the reports. */
export function createCallsModule(
  ports: Pick<ModulePorts, 'memberships'> & {
    readonly reportDatabase: Pick<ReportDatabase, 'read'>;
  },
): { readonly handlers: Handlers<typeof callOperations> } {
  const { memberships, reportDatabase } = ports;
  return {
    handlers: createCallHandlers({
      findCallScope: createFindCallScope({ memberships }),
      memberships,
      readCalls: createReadCalls(reportDatabase, decodeReceiptDetails),
    }),
  };
}
