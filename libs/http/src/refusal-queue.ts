/** So many in one turn of the event loop. */
const batchSize = 16;

/**
 * Slow connections are found all together, and an attacker has a thousand of them: answering them
 * in one turn would delay all other requests. So a few are answered per turn of the loop.
 */
export class RefusalQueue {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  add(refuse: () => void): void {
    this.#waiting.push(refuse);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const refuse of this.#waiting.splice(0, batchSize)) refuse();
      this.#schedule();
    });
  }
}
