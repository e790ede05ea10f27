import type { LedgerCheck } from './run-verification';
import type { VerifyPorts } from './verify-all';
import { sqlInvariants, verifyInvariant } from './verify-book';
import { recordsInvariantId, verifyRecords } from './verify-records';
import { tillInvariantIds, verifyTill } from './verify-till';

/** What `verifyAll` checks, in parts that can run one by one. */
export function listChecks(ports: VerifyPorts): readonly LedgerCheck[] {
  const { database, decodeUsage, findPosted, getNowMs, till } = ports;
  return [
    ...sqlInvariants.map((invariant) => ({
      ids: [invariant.id],
      run: async () => [await verifyInvariant(database, invariant)],
    })),
    {
      ids: [recordsInvariantId],
      run: async (signal) => [await verifyRecords(database, decodeUsage, signal)],
    },
    { ids: tillInvariantIds, run: () => verifyTill(findPosted, till, getNowMs()) },
  ];
}
