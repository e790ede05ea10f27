const quote = 0x22;
const backslash = 0x5c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);

/** Watches JSON text that arrives in pieces and detects when its value is complete. */
export class JsonProgress {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isComplete = false;

  /** An object or a list was opened and closed again; only whitespace may follow. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  push(text: string): void {
    for (let index = 0; index < text.length && !this.#isComplete; index++) {
      this.#take(text.charCodeAt(index));
    }
  }

  #take(character: number): void {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === backslash) this.#isEscaped = true;
      else if (character === quote) this.#isInString = false;
    } else if (character === quote) {
      this.#isInString = true;
    } else if (openers.has(character)) {
      this.#depth++;
    } else if (closers.has(character)) {
      this.#depth--;
      this.#isComplete = this.#depth <= 0;
    }
  }
}
