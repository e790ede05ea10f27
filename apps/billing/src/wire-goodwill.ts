import { parseUsd } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { Database } from '@tollgate/postgres';
import type { Redis } from '@tollgate/redis';
import { Goodwill } from '@tollgate/till';
import type { BillingConfig } from './config';
import { deleteOldGoodwill, readGoodwill } from './store/goodwill-reader';
import {
  createGetGoodwill,
  createLoadGoodwill,
  type GetGoodwill,
  type LoadGoodwill,
} from './use-cases/goodwill';

export interface WiredGoodwill {
  readonly loadGoodwill: LoadGoodwill;
  /** For reads on connections of their own. */
  readonly openReader: (database: Database) => GetGoodwill;
  readonly deleteOld: () => Promise<void>;
}

/** The allowance for streams that end unbilled by their caller's doing. */
export function wireGoodwill(options: {
  readonly config: Pick<BillingConfig, 'goodwillUsd'>;
  readonly database: Database;
  readonly redis: Redis;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): WiredGoodwill {
  const { database, getNowMs, logger, redis } = options;
  const shared = { baseNanos: parseUsd(options.config.goodwillUsd), till: new Goodwill(redis) };
  return {
    loadGoodwill: createLoadGoodwill({
      ...shared,
      readStanding: (walletId) => readGoodwill(database, walletId, getNowMs()),
    }),
    openReader: (lookups) =>
      createGetGoodwill({
        ...shared,
        readStanding: (walletId) => readGoodwill(lookups, walletId, getNowMs()),
        logger,
      }),
    deleteOld: () => deleteOldGoodwill(database, getNowMs()),
  };
}
