/**
 * Does something one run at a time. Who asks for it while it runs gets one more run after it:
 * the present one may have looked before there was something to see.
 */
export class Rerun {
  readonly #run: () => Promise<void>;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  /** Resolves when nobody has asked since the last run began. */
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
