/** Bounds the bytes of requests that run on although their client is gone. */
export class WaitingRoom {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Returns how to leave; undefined: there is no room. */
  enter(bytes: number): (() => void) | undefined {
    if (this.#bytes + bytes > this.#bytesMax) return undefined;
    this.#bytes += bytes;
    return () => {
      this.#bytes -= bytes;
    };
  }
}
