import type { Part } from '@tollgate/lifecycle';
import { InstanceRegistry, PlatformSpend } from '@tollgate/till';
import type { ModulePorts } from '../shared/module-ports';
import { WalletReader } from '../wallets/wallet-reader';
import { bookHoldUseCase, type BookHold } from './book-hold';
import { createHoldStore } from './booked-hold-store';
import { closeHoldUseCase, type CloseHold } from './close-hold';
import { postHoldUseCase } from './post-hold';
import { createReconcileTillJob } from './reconcile-till.job';
import { createSweepHoldsJob } from './sweep-holds.job';

/** Holds that the book keeps for long jobs, and the jobs that keep the till in step with them. */
export function createHoldsModule(
  ports: Pick<ModulePorts, 'database' | 'getNowMs' | 'logger' | 'redis' | 'till'>,
): {
  readonly bookHold: BookHold;
  readonly closeHold: CloseHold;
  readonly parts: readonly Part[];
} {
  const { database, getNowMs, logger, redis, till } = ports;
  const store = createHoldStore(database);
  const wallets = new WalletReader(database);
  const platformSpend = new PlatformSpend(redis);
  const noteSpend = (nanos: bigint): Promise<void> => platformSpend.note(nanos);
  const postHold = postHoldUseCase({ till, logger });
  return {
    bookHold: bookHoldUseCase({ store, till, postHold, getNowMs }),
    closeHold: closeHoldUseCase({ store, postHold, noteSpend, getNowMs }),
    parts: [
      createSweepHoldsJob({ till, registry: new InstanceRegistry(redis), getNowMs, logger }),
      createReconcileTillJob({
        store,
        till,
        postHold,
        listChangedWallets: () => wallets.listChanged(),
        listWalletsWithHolds: () => till.listWalletsWithHolds(),
        getNowMs,
        logger,
      }),
    ],
  };
}
