import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Database } from '@tollgate/postgres';
import type { Redis } from '@tollgate/redis';
import { InstanceRegistry, PlatformSpend, type Till } from '@tollgate/till';
import { createRedisBrakeSignals } from './brake/redis-brake-signals';
import { decodeUsage } from './events/decode-usage';
import { createApplyBrakeJob } from './jobs/apply-brake.job';
import { createReconcileTillJob } from './jobs/reconcile-till.job';
import { createSweepHoldsJob } from './jobs/sweep-holds.job';
import type { BrakeOptions } from './routes/brake.route';
import type { WalletServiceOptions } from './rpc/wallet-service';
import { createHoldStore } from './store/booked-hold-store';
import { createBrakeStore } from './store/brake-store';
import { WalletReader } from './store/wallet-reader';
import { createApplyBrake } from './use-cases/apply-brake';
import { createBookHold } from './use-cases/book-hold';
import { createCloseHold } from './use-cases/close-hold';
import { createGetBrake } from './use-cases/get-brake';
import { createSetBrake } from './use-cases/set-brake';
import { createTellHold } from './use-cases/tell-hold';

export interface SpendControlOptions {
  readonly database: Database;
  readonly redis: Redis;
  readonly till: Till;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

/** What keeps spending within bounds: holds of the book, the till kept true, the global brake. */
export function wireSpendControls(options: SpendControlOptions): {
  readonly routes: BrakeOptions;
  readonly holds: Pick<WalletServiceOptions, 'bookHold' | 'closeHold' | 'decodeUsage'>;
  readonly parts: readonly Part[];
} {
  const { database, getNowMs, logger, redis, till } = options;
  const store = createHoldStore(database);
  const brakes = createBrakeStore(database);
  const wallets = new WalletReader(database);
  const platformSpend = new PlatformSpend(redis);
  const tellHold = createTellHold({ till, logger });
  const noteSpend = (nanos: bigint): Promise<void> => platformSpend.note(nanos);
  const readSpend = () => platformSpend.read();
  const signals = createRedisBrakeSignals(redis);
  const applyBrake = createApplyBrake({ store: brakes, signals, readSpend, logger });
  return {
    routes: {
      getBrake: createGetBrake({ store: brakes, readSpend }),
      setBrake: createSetBrake({ store: brakes, applyBrake, logger }),
    },
    holds: {
      bookHold: createBookHold({ store, till, tellHold, getNowMs }),
      closeHold: createCloseHold({ store, tellHold, noteSpend, getNowMs }),
      decodeUsage,
    },
    parts: [
      createApplyBrakeJob({ applyBrake, logger }),
      createSweepHoldsJob({ till, registry: new InstanceRegistry(redis), getNowMs, logger }),
      createReconcileTillJob({
        store,
        till,
        tellHold,
        listChangedWallets: () => wallets.listChanged(),
        listWalletsWithHolds: () => till.listWalletsWithHolds(),
        getNowMs,
        logger,
      }),
    ],
  };
}
