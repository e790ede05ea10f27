import type { Gateway } from './gateway';
import { runStackCommand, type CommandReport } from './run-stack-command';

export type LedgerReport = CommandReport;

/** What `npm run ledger:verify` runs, on the stores of this stack. */
export function verifyLedger(gateway: Gateway): Promise<LedgerReport> {
  return runStackCommand(gateway, 'ledger-verify');
}
