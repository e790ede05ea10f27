import { Rerun, startBeat, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { emptySnapshot, type CatalogSnapshot } from './catalog';
import { switchPrices } from './planned-prices';

export interface CatalogKeeperOptions {
  readonly readVersion: () => Promise<bigint>;
  readonly load: () => Promise<CatalogSnapshot>;
  readonly logger: Logger;
  readonly getNowMs?: () => number;
}

/** The version is polled as well, because messages may get lost. */
const pollMs = 1_000;

/** Keeps the current snapshot. A failed refresh keeps the old one: stale is better than none. */
export class CatalogKeeper implements Part {
  readonly name = 'catalog';
  readonly #options: CatalogKeeperOptions;
  #snapshot: CatalogSnapshot = emptySnapshot;
  #stopPolling: (() => void) | undefined;
  readonly #rerun = new Rerun(() => this.#refreshOnce());

  constructor(options: CatalogKeeperOptions) {
    this.#options = options;
  }

  /** With the prices of this moment: planned ones come into force in memory, at their time. */
  get snapshot(): CatalogSnapshot {
    const { planned } = this.#snapshot;
    if (planned.length > 0) {
      const { getNowMs = Date.now } = this.#options;
      this.#snapshot = switchPrices(this.#snapshot, getNowMs());
    }
    return this.#snapshot;
  }

  async start(): Promise<void> {
    this.#snapshot = await this.#options.load();
    this.#stopPolling = startBeat(pollMs, () => void this.refresh());
  }

  stop(): void {
    this.#stopPolling?.();
  }

  refresh(): Promise<void> {
    return this.#rerun.ask();
  }

  async #refreshOnce(): Promise<void> {
    try {
      if ((await this.#options.readVersion()) === this.#snapshot.version) return;
      this.#snapshot = await this.#options.load();
      this.#options.logger.info('catalog refreshed', {
        version: this.#snapshot.version,
        models: this.#snapshot.models.size,
      });
    } catch (error) {
      this.#options.logger.warn('catalog not refreshed', {
        version: this.#snapshot.version,
        error,
      });
    }
  }
}
