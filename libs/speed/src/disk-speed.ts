import { isOn } from './optimizations';

/** Slower syncs would hold up every other call of the event loop. */
const fastSyncMsMax = 1;
/** The fastest of this many syncs is the disk's speed: the others may have waited for a CPU. */
const judgedSyncs = 16;
/** A sync of this length is the disk's: no busy machine lets a thread wait so long for a CPU. */
const stalledSyncMsMin = 50;
/** A disk that was slow is tried again after this long, doubled while it stays slow. */
const retryMs = { first: 1_000, max: 60_000 };

/**
 * Decides whether the next sync runs inside the event loop or in a thread. A fast disk is done
 * before another thread would have run; a slow disk would block the event loop.
 */
export class DiskSpeed {
  #fastestMs = Infinity;
  #syncs = 0;
  #isSlowUntilMs = 0;
  #retryMs = retryMs.first;

  isFast(nowMs: number): boolean {
    return isOn('disk-speed') && nowMs >= this.#isSlowUntilMs;
  }

  /** Records a sync that ran inside the event loop and ended at `nowMs`. */
  record(tookMs: number, nowMs: number): void {
    this.#fastestMs = Math.min(this.#fastestMs, tookMs);
    this.#syncs += 1;
    const isStalled = tookMs >= stalledSyncMsMin;
    if (this.#syncs < judgedSyncs && !isStalled) return;
    const isSlow = isStalled || this.#fastestMs > fastSyncMsMax;
    this.#fastestMs = Infinity;
    this.#syncs = 0;
    if (!isSlow) {
      this.#retryMs = retryMs.first;
      return;
    }
    this.#isSlowUntilMs = nowMs + this.#retryMs;
    this.#retryMs = Math.min(this.#retryMs * 2, retryMs.max);
  }
}
