/**
 * Runs a function one run at a time. Calls during a run cause one more run after it: the current
 * run may have read its data before the change.
 */
export class Rerun {
  readonly #run: () => Promise<void>;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  /** Resolves when there was no call since the last run began. */
  ask(): Promise<void> {
    if (this.#running !== undefined) {
      this.#isAskedAgain = true;
      return this.#running;
    }
    this.#running = this.#runUntilDone().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runUntilDone(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      await this.#run();
    } while (this.#isAskedAgain);
  }
}
