/** Kept answers of this relay that can be replayed for an hour. */
const keptMs = 60 * 60 * 1_000;
/** One caller may use this share of the room. */
const callerShare = 1 / 4;

interface KeptAnswer {
  readonly caller: string;
  readonly bytes: number;
  readonly untilMs: number;
}

/** Bounds the bytes of answers that this relay has put into Redis, in all and per caller. */
export class AnswerBudget {
  readonly #bytesMax: number;
  readonly #now: () => number;
  readonly #byCaller = new Map<string, number>();
  /** In the order in which they expire. */
  #kept: KeptAnswer[] = [];
  #total = 0;

  constructor(bytesMax: number, now: () => number = Date.now) {
    this.#bytesMax = bytesMax;
    this.#now = now;
  }

  /** False: there is no room for so much more. */
  take(caller: string, bytes: number): boolean {
    this.#dropExpired();
    const used = this.#byCaller.get(caller) ?? 0;
    if (this.#total + bytes > this.#bytesMax) return false;
    if (used + bytes > this.#bytesMax * callerShare) return false;
    this.#total += bytes;
    this.#byCaller.set(caller, used + bytes);
    return true;
  }

  /** The answer is complete: its bytes are free again when it expires. */
  keep(caller: string, bytes: number): void {
    if (bytes > 0) this.#kept.push({ caller, bytes, untilMs: this.#now() + keptMs });
  }

  /** The answer was deleted. */
  giveBack(caller: string, bytes: number): void {
    this.#total -= bytes;
    const left = (this.#byCaller.get(caller) ?? 0) - bytes;
    if (left > 0) this.#byCaller.set(caller, left);
    else this.#byCaller.delete(caller);
  }

  #dropExpired(): void {
    const nowMs = this.#now();
    const firstKept = this.#kept.findIndex(({ untilMs }) => untilMs > nowMs);
    const expired = this.#kept.splice(0, firstKept < 0 ? this.#kept.length : firstKept);
    for (const { bytes, caller } of expired) this.giveBack(caller, bytes);
  }
}
