import { parseUsd } from '@tollgate/money';
import type { Database } from '@tollgate/postgres';
import { Goodwill } from '@tollgate/till';
import type { BillingConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import { deleteOldGoodwill, readGoodwill } from './goodwill-reader';
import {
  getGoodwillUseCase,
  loadGoodwillUseCase,
  type GetGoodwill,
  type LoadGoodwill,
} from './load-goodwill';

/** The allowance for streams that end without a usage record. */
export function createGoodwillModule(
  ports: Pick<ModulePorts, 'database' | 'getNowMs' | 'logger' | 'redis'> & {
    readonly config: Pick<BillingConfig, 'goodwillUsd'>;
    /** The connections of lookups. */
    readonly lookups: Database;
  },
): {
  readonly loadGoodwill: LoadGoodwill;
  readonly getGoodwill: GetGoodwill;
  readonly deleteOld: () => Promise<void>;
} {
  const { config, database, getNowMs, logger, lookups, redis } = ports;
  const shared = { baseNanos: parseUsd(config.goodwillUsd), till: new Goodwill(redis) };
  return {
    loadGoodwill: loadGoodwillUseCase({
      ...shared,
      readStanding: (walletId) => readGoodwill(database, walletId, getNowMs()),
    }),
    getGoodwill: getGoodwillUseCase({
      ...shared,
      readStanding: (walletId) => readGoodwill(lookups, walletId, getNowMs()),
      logger,
    }),
    deleteOld: () => deleteOldGoodwill(database, getNowMs()),
  };
}
