import type { Handlers } from '@tollgate/http';
import { createFindCallScope } from '@tollgate/org-access';
import type { ReportDatabase } from '../reports/report-database';
import type { ModulePorts } from '../shared/module-ports';
import { createReadCaching } from './caching-reader';
import type { cachingOperations } from './caching.operations';
import { createCachingHandlers } from './caching.route';

/** What prompt caching saved, on the connections of the reports. */
export function createCachingModule(
  ports: Pick<ModulePorts, 'getNowMs' | 'memberships'> & {
    readonly reportDatabase: Pick<ReportDatabase, 'read'>;
  },
): { readonly handlers: Handlers<typeof cachingOperations> } {
  const { getNowMs, memberships, reportDatabase } = ports;
  return {
    handlers: createCachingHandlers({
      findCallScope: createFindCallScope({ memberships }),
      memberships,
      readCaching: createReadCaching(reportDatabase),
      getNowMs,
    }),
  };
}
