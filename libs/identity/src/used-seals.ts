/** Of each generation: about 6,000 requests a second, more than one process serves. */
const idsMax = 200_000;

export interface UsedSealsOptions {
  /** Ids are remembered for at least this long. */
  readonly rememberMs: number;
  readonly idsMax?: number;
}

/**
 * The ids of seals that were accepted, in two generations: when the younger is old or full, the
 * older is dropped. Only signed ids get here, so that only our own load can fill it; then the
 * oldest ids are forgotten early, because refusing calls would be the greater harm.
 */
export class UsedSeals {
  readonly #rememberMs: number;
  readonly #idsMax: number;
  #recent = new Set<number>();
  #older = new Set<number>();
  #startedAtMs = -Infinity;

  constructor(options: UsedSealsOptions) {
    this.#rememberMs = options.rememberMs;
    this.#idsMax = options.idsMax ?? idsMax;
  }

  /** False if the id was added before. */
  add(id: number, nowMs: number): boolean {
    const ageMs = nowMs - this.#startedAtMs;
    if (ageMs >= this.#rememberMs || this.#recent.size >= this.#idsMax) {
      // After a pause of two generations the ids of both have expired.
      this.#older = ageMs >= 2 * this.#rememberMs ? new Set() : this.#recent;
      this.#recent = new Set();
      this.#startedAtMs = nowMs;
    }
    if (this.#recent.has(id) || this.#older.has(id)) return false;
    this.#recent.add(id);
    return true;
  }
}
