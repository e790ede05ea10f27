import { silenceMsMax, type SpendCounter } from '@tollgate/till';
import { decodeUsage } from '../../../apps/billing/src/ledger/decode-usage';
import { loadTillUseCase } from '../../../apps/billing/src/wallets/load-till';
import type { TillPort } from '../../../apps/billing/src/ledger/ports';
import { postUsageUseCase } from '../../../apps/billing/src/ledger/post-usage';
import { Life, type Network, sleep } from './network';
import type { SimulatedBook } from './simulated-book';
import type { SimulatedEventLog } from './simulated-event-log';
import type { SimulatedTill } from './simulated-till';

export interface BillingWorld {
  readonly network: Network;
  readonly till: SimulatedTill;
  readonly eventLog: SimulatedEventLog;
  readonly book: SimulatedBook;
}

const pollMs = 200;
const retryMs = 300;
const sweepMs = 10_000;
const reconcileMs = 5_000;
const toldMsMax = 10_000;

/** One life of billing: posting, loading, sweeping and reconciling, each as the service does it. */
export class SimulatedBilling {
  readonly life = new Life();
  readonly #world: BillingWorld;
  readonly #till: TillPort;
  readonly #loadTill: (walletId: string, counters: readonly SpendCounter[]) => Promise<void>;
  readonly #postUsage: ReturnType<typeof postUsageUseCase>;

  constructor(world: BillingWorld) {
    this.#world = world;
    const { book, network, till } = world;
    const { life } = this;
    this.#till = {
      post: (walletId, balance, ids) =>
        network.call(life, 'redis', () => till.post(walletId, balance, ids)),
      load: (request) => network.call(life, 'redis', () => till.load(request)),
      listHolds: (walletId) => network.call(life, 'redis', () => till.listHolds(walletId)),
    };
    const store = book.asStore((deed) => network.call(life, 'postgres', deed));
    this.#postUsage = postUsageUseCase({ store, till: this.#till });
    this.#loadTill = loadTillUseCase({ store, till: this.#till, getNowMs: () => Date.now() });
  }

  start(): void {
    void this.#repeat(pollMs, () => this.#consume());
    void this.#repeat(sweepMs, () => this.#sweep());
    void this.#repeat(reconcileMs, () => this.#reconcile());
  }

  /** A question of a relay; it is lost with the life that was asked. */
  loadTill(walletId: string, counters: readonly SpendCounter[]): Promise<void> {
    return this.#loadTill(walletId, counters);
  }

  async #repeat(intervalMs: number, run: () => Promise<void>): Promise<void> {
    while (!this.life.isOver) {
      const pauseMs = await run().then(
        () => intervalMs,
        () => retryMs,
      );
      await sleep(pauseMs);
    }
  }

  async #consume(): Promise<void> {
    const { eventLog, network } = this.#world;
    const { events, next } = await network.call(this.life, 'log', () => eventLog.read());
    if (events.length === 0) return;
    await this.#postUsage(events.map(({ payload }) => decodeUsage(payload)));
    await network.call(this.life, 'log', () => eventLog.commit(next));
  }

  async #sweep(): Promise<void> {
    const { network, till } = this.#world;
    await network.call(this.life, 'redis', () => {
      for (const instance of till.listSilent(silenceMsMax)) {
        for (const walletId of till.listWallets(instance)) {
          till.sweep(walletId, instance);
          till.forgetWallet(instance, walletId);
        }
        till.forgetInstance(instance);
      }
    });
  }

  async #reconcile(): Promise<void> {
    const { book, network, till } = this.#world;
    const ids = await network.call(this.life, 'redis', () => till.listWalletsWithHolds());
    for (const walletId of ids) {
      const holds = await this.#till.listHolds(walletId);
      const old = holds.filter(
        ({ sinceMs, state }) => state === 'final' && Date.now() - sinceMs > toldMsMax,
      );
      const view = await network.call(this.life, 'postgres', () => book.openSnapshot());
      const posted = await view.findPosted(old.map(({ holdId }) => holdId));
      const [wallet] = await view.findWallets([walletId]);
      if (!wallet || posted.size === 0) continue;
      const { balanceNanos: postedNanos, version } = wallet;
      await this.#till.post(walletId, { postedNanos, version }, [...posted]);
    }
  }
}
