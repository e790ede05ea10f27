/** Lets a loop sleep until its time is up or it is woken. A wake without a waiter is kept. */
export class WakeSignal {
  #isSet = false;
  #resolve: (() => void) | undefined;

  wake(): void {
    this.#isSet = true;
    this.#resolve?.();
  }

  async wait(limitMs: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        this.#resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#resolve = undefined;
    this.#isSet = false;
  }
}
