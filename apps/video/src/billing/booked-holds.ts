import type { WalletClient } from '@tollgate/clients';
import type { Holds } from '../use-cases/ports';

/** The holds of jobs, in billing's book. */
export function createBookedHolds(client: WalletClient): Holds {
  return {
    capture: (walletId, holdId, usageRecorded) =>
      client.captureHold({ walletId, holdId, usageRecorded }),
    release: (walletId, holdId, usageRecorded = Buffer.alloc(0)) =>
      client.releaseHold({ walletId, holdId, usageRecorded }),
  };
}
