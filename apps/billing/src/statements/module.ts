import type { Handlers } from '@tollgate/http';
import type { ReportDatabase } from '../reports/report-database';
import type { ModulePorts } from '../shared/module-ports';
import { createReadLedger } from './ledger-reader';
import { createLedgerRoute } from './ledger.route';
import { createReadStatement } from './statement-reader';
import { createStatementRoute } from './statement.route';
import type { statementOperations } from './statements.operations';

/** Entries and statements of wallets, on the connections of the reports. */
export function createStatementsModule(
  ports: Pick<ModulePorts, 'chooseWallet' | 'getNowMs'> & {
    readonly reportDatabase: Pick<ReportDatabase, 'read'>;
  },
): { readonly handlers: Handlers<typeof statementOperations> } {
  const readLedger = createReadLedger(ports.reportDatabase);
  const readStatement = createReadStatement(ports.reportDatabase);
  return {
    handlers: {
      'GET /api/billing/ledger': createLedgerRoute({ ...ports, readLedger }),
      'GET /api/billing/statements/{month}': createStatementRoute({ ...ports, readStatement }),
    },
  };
}
