import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { LimitScope, SpendCounter, SpendCounters } from '@tollgate/till';
import type { WalletClient } from './wallet-client';

export interface SpendScope {
  readonly kind: LimitScope;
  readonly id: string;
}

export interface WindowSpend {
  readonly minuteNanos: Nanos;
  readonly hourNanos: Nanos;
}

/** Spend in short windows, as the till counts it for limits. */
export interface SpendWindows {
  /** What a scope has spent in the running clock minute and hour. */
  getSpend(walletId: string, scope: SpendScope, requestId: string): Promise<WindowSpend>;
  /** Drops the counters of scopes whose limits changed; they are loaded again. Never throws. */
  forget(walletId: string, scopes: readonly SpendScope[]): Promise<void>;
}

/** Reads the counters of the till; billing loads missing ones from the book. */
export function createSpendWindows(options: {
  readonly wallets: Pick<WalletClient, 'loadTill'>;
  readonly counters: SpendCounters;
  readonly logger: Logger;
}): SpendWindows {
  const { counters, logger, wallets } = options;

  return {
    async getSpend(walletId, { kind: scope, id: scopeId }, requestId) {
      const wanted: SpendCounter[] = [
        { scope, scopeId, window: 'minute' },
        { scope, scopeId, window: 'hour' },
      ];
      const read = () => counters.readSpent(walletId, wanted, Date.now()).catch(throwOverloaded);
      let spent = await read();
      if (spent.includes(undefined)) {
        await wallets.loadTill(walletId, wanted, requestId);
        spent = await read();
      }
      const [minuteNanos = 0n, hourNanos = 0n] = spent;
      return { minuteNanos, hourNanos };
    },

    async forget(walletId, scopes) {
      try {
        await Promise.all(scopes.map(({ kind, id }) => counters.forget(walletId, kind, id)));
      } catch (error) {
        logger.warn('spend counters not reset', { walletId, scopes, error });
      }
    },
  };
}

function throwOverloaded(cause: unknown): never {
  throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
}
