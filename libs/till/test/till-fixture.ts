import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { startTestRedis } from '@tollgate/testing';
import type { AdmitResult, HoldRef } from '../src/admission';
import type { SpendLimit } from '../src/limits';
import { Till } from '../src/till';
import { getWindowStartMs } from '../src/window-start';

export const walletId = 'user_1';

export interface TillFixture {
  /** Of a user who may do everything; the till is used as the relay does. */
  readonly redis: Redis;
  readonly till: Till;
  /** A wallet of the book, with counters that have spent nothing by default. */
  load(
    postedNanos: bigint,
    limits?: readonly SpendLimit[],
    changes?: { readonly version?: bigint; readonly creditNanos?: bigint; readonly spent?: bigint },
  ): Promise<void>;
  admit(holdId: string, amount: bigint, limits?: readonly SpendLimit[]): Promise<AdmitResult>;
  readHeld(): Promise<bigint | undefined>;
  /** `spent|reserved` of a counter. */
  readCounter(field: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

export function makeHold(
  holdId: string,
  amountNanos: bigint,
  counters: readonly SpendLimit[] = [],
): HoldRef {
  return { walletId, holdId, instance: 'relay-1', amountNanos, counters };
}

/** A till on a Redis of its own. */
export async function startTill(): Promise<TillFixture> {
  const server = await startTestRedis();
  const redis = createRedis({ url: server.url, name: 'test', logger: silentLogger });
  const own = createRedis({ url: server.urlOf('relay'), name: 'relay', logger: silentLogger });
  await Promise.all([redis.connect(), own.connect()]);
  const till = new Till(own);
  return {
    redis,
    till,
    load: (postedNanos, limits = [], { version = 1n, creditNanos = 0n, spent = 0n } = {}) =>
      till.load({
        walletId,
        postedNanos,
        version,
        creditNanos,
        postedHoldIds: [],
        counters: limits.map((limit) => ({
          ...limit,
          startMs: getWindowStartMs(limit.window, Date.now()),
          spentNanos: spent,
        })),
      }),
    admit: (holdId, amountNanos, limits = []) =>
      till.admit({
        walletId,
        holdId,
        instance: 'relay-1',
        amountNanos,
        floorNanos: amountNanos,
        limits,
      }),
    readHeld: async () => (await till.readWallet(walletId))?.heldNanos,
    readCounter: async (field) =>
      (await redis.hget(`till:{${walletId}}:counters`, field))?.replace(/^\d+\|/, ''),
    stop: async () => {
      redis.disconnect();
      own.disconnect();
      await server.stop();
    },
  };
}
