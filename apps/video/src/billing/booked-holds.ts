import type { WalletServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { callUnary } from '@tollgate/rpc';
import type { Holds } from '../use-cases/ports';

const deadlineMs = 5_000;

/** The holds of jobs, in billing's book. */
export function createBookedHolds(client: WalletServiceClient): Holds {
  return {
    async capture(walletId, ulid, usageRecorded) {
      const request = { walletId, holdId: ulid, usageRecorded };
      await callUnary(client.captureHold.bind(client), request, { deadlineMs });
    },

    async release(walletId, ulid, usageRecorded = Buffer.alloc(0)) {
      const request = { walletId, holdId: ulid, usageRecorded };
      try {
        await callUnary(client.releaseHold.bind(client), request, { deadlineMs });
      } catch (error) {
        if (!AppError.is(error, 'not_found')) throw error;
      }
    },
  };
}
