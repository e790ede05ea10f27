import { runServiceProgram } from './run-service-program';
import type { StackOptions } from './stack-options';

/** Runs the ledger's own verification on the running stack or on the stores of the environment. */
export function verifyLedger(options: StackOptions): Promise<number> {
  return runServiceProgram(options, { app: 'billing', name: 'verify-ledger' });
}
