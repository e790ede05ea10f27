import type { Nanos } from '@tollgate/money';
import type { Redis } from '@tollgate/redis';
import { getWalletKeys } from './keys';
import { formatCounterField, spendWindows, type LimitScope, type SpendCounter } from './limits';
import { getWindowStartMs } from './window-start';

/** The till's counters, for services that show them or change their limits. */
export class SpendCounters {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** What was settled in the running windows; undefined where the till does not count. */
  async readSpent(
    walletId: string,
    counters: readonly SpendCounter[],
    nowMs: number,
  ): Promise<(Nanos | undefined)[]> {
    const fields = counters.map(formatCounterField);
    const values = await this.#redis.hmget(getWalletKeys(walletId).counters, ...fields);
    return counters.map(({ window }, index) => {
      const [start, spent] = values[index]?.split('|') ?? [];
      if (start === undefined || spent === undefined) return undefined;
      const isRunning = Number(start) * 1_000 === getWindowStartMs(window, nowMs);
      return isRunning ? BigInt(spent) : 0n;
    });
  }

  /**
   * To be called when a limit is added, changed or removed: calls without the limit were not
   * counted, so the counter may be too low. The next call has it loaded from the book.
   */
  async forget(walletId: string, scope: LimitScope, scopeId: string): Promise<void> {
    const fields = spendWindows.map((window) => formatCounterField({ scope, scopeId, window }));
    await this.#redis.hdel(getWalletKeys(walletId).counters, ...fields);
  }
}
