import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { Goodwill, GoodwillState } from '@tollgate/till';
import type { GoodwillDesk, GoodwillVerdict } from '../call/admit/goodwill';

export interface GoodwillKeeperOptions {
  readonly goodwill: Pick<Goodwill, 'read' | 'use'>;
  /** Asks billing to copy the allowance of a wallet from the book into the till. */
  readonly load: (walletId: string) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Judges unbilled endings against the allowance of their wallet. While the till is down no call is
 * admitted, so endings are covered: they are limited to the calls in flight. While billing is down
 * the last known allowance counts, and without one an ending is covered but counted.
 */
export class GoodwillKeeper implements GoodwillDesk {
  readonly #options: GoodwillKeeperOptions;

  constructor(options: GoodwillKeeperOptions) {
    this.#options = options;
  }

  async use(walletId: string, valueNanos: Nanos): Promise<GoodwillVerdict> {
    const { goodwill, logger } = this.#options;
    try {
      let result = await goodwill.use(walletId, valueNanos, { mustBeFresh: true });
      if (result.kind === 'not-loaded') {
        await this.#load(walletId);
        result = await goodwill.use(walletId, valueNanos, { mustBeFresh: false });
      }
      if (result.kind === 'not-loaded') return { isCovered: true, state: undefined };
      return { isCovered: result.kind === 'covered', state: result };
    } catch (error) {
      logger.warn('goodwill not judged', { walletId, error });
      return { isCovered: true, state: undefined };
    }
  }

  /** For error metadata; undefined: unknown or unused. */
  async read(walletId: string): Promise<GoodwillState | undefined> {
    try {
      const state = await this.#options.goodwill.read(walletId);
      return state === undefined || state.usedNanos === 0n ? undefined : state;
    } catch {
      return undefined;
    }
  }

  async #load(walletId: string): Promise<void> {
    await this.#options.load(walletId).catch((error: unknown) => {
      this.#options.logger.warn('goodwill not loaded', { walletId, error });
    });
  }
}
