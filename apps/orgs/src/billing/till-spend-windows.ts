import type { WalletServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import { callUnary } from '@tollgate/rpc';
import type { SpendCounter, SpendCounters } from '@tollgate/till';
import type { SpendWindows } from '../use-cases/outside-ports';

export interface TillSpendWindowsOptions {
  readonly client: WalletServiceClient;
  readonly counters: SpendCounters;
  readonly logger: Logger;
}

const deadlineMs = 2_000;

/** The counters of the till; billing fills in from the book what is missing there. */
export function createTillSpendWindows(options: TillSpendWindowsOptions): SpendWindows {
  const { client, counters, logger } = options;

  return {
    async getSpend(walletId, { kind: scope, id: scopeId }, requestId) {
      const wanted: SpendCounter[] = [
        { scope, scopeId, window: 'minute' },
        { scope, scopeId, window: 'hour' },
      ];
      const read = () => counters.readSpent(walletId, wanted, Date.now()).catch(throwAway);
      let spent = await read();
      if (spent.includes(undefined)) {
        const call = client.loadTill.bind(client);
        await callUnary(call, { walletId, counters: wanted }, { deadlineMs, requestId });
        spent = await read();
      }
      const [minuteNanos = 0n, hourNanos = 0n] = spent;
      return { minuteNanos, hourNanos };
    },

    async forget(walletId, scopes) {
      try {
        await Promise.all(scopes.map(({ kind, id }) => counters.forget(walletId, kind, id)));
      } catch (error) {
        logger.warn('spend counters not begun anew', { walletId, error });
      }
    },
  };
}

function throwAway(cause: unknown): never {
  throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
}
