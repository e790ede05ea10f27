import { AppError } from '@tollgate/errors';
import { alignDelayMs, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { epochGraceMs, epochPollMs, type Epoch } from '@tollgate/till';

export interface EpochGuardOptions {
  readonly openEpoch: () => Promise<Epoch>;
  /** Registers every open hold of this relay in the till. */
  readonly registerHolds: () => Promise<void>;
  readonly logger: Logger;
}

const registerWaitMsMax = 5_000;
const sliceMs = 50;

/**
 * Detects that Redis was emptied or lost its last writes, registers the relay's holds again, and
 * delays admissions until that is done: a balance without its holds would be spent twice.
 */
export class EpochGuard implements Part {
  readonly name = 'till epoch';
  readonly #options: EpochGuardOptions;
  #registeredId: string | undefined;
  /** Local time from which wallets may be loaded in this epoch. */
  #loadableAtMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  /** How often the connection was lost, and how many of these losses a check has followed. */
  #losses = 0;
  #checkedLosses = 0;

  constructor(options: EpochGuardOptions) {
    this.#options = options;
  }

  get id(): string | undefined {
    return this.#registeredId;
  }

  /** False after a lost connection: the server that answers next may have lost writes. */
  get isCertain(): boolean {
    return this.#checkedLosses === this.#losses;
  }

  noteLostConnection(): void {
    this.#losses += 1;
  }

  async start(): Promise<void> {
    await this.check();
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Checks once; a new epoch is registered before this resolves. */
  check(): Promise<void> {
    this.#checking ??= this.#checkOnce().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Rejects at once when the connection is lost and there is no other one yet. */
  async waitUntilRegistered(): Promise<void> {
    if (!this.isCertain) await this.check();
    await this.#waitFor(() => this.#registeredId !== undefined && this.isCertain);
  }

  /** A missing wallet may be the first sign of an emptied Redis: check before loading. */
  async waitUntilLoadable(): Promise<void> {
    await this.check();
    await this.#waitFor(() => Date.now() >= this.#loadableAtMs);
  }

  async #checkOnce(): Promise<void> {
    const losses = this.#losses;
    const epoch = await this.#options.openEpoch();
    if (epoch.id === this.#registeredId) {
      this.#checkedLosses = losses;
      return;
    }
    const isRecovery = this.#registeredId !== undefined;
    this.#registeredId = undefined;
    this.#loadableAtMs = Date.now() + Math.max(0, epochGraceMs - epoch.ageMs);
    if (isRecovery)
      this.#options.logger.warn('till lost writes; registering holds again', { epoch: epoch.id });
    await this.#options.registerHolds();
    this.#registeredId = epoch.id;
    this.#checkedLosses = losses;
  }

  async #waitFor(isMet: () => boolean): Promise<void> {
    const deadline = Date.now() + registerWaitMsMax;
    while (!isMet()) {
      if (Date.now() > deadline) throw new AppError('overloaded', { retryAfterSeconds: 1 });
      await new Promise((resolve) => setTimeout(resolve, sliceMs));
    }
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.check()
        .catch((error: unknown) => this.#options.logger.debug('till epoch not readable', { error }))
        .finally(() => {
          if (this.#timer !== undefined) this.#schedule();
        });
    }, alignDelayMs(epochPollMs));
  }
}
