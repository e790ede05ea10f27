/** Writes the bits of an H.264 payload. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #byte = 0;
  #count = 0;

  bit(value: number): this {
    this.#byte = (this.#byte << 1) | (value & 1);
    this.#count += 1;
    if (this.#count === 8) this.#flush();
    return this;
  }

  bits(value: number, length: number): this {
    for (let shift = length - 1; shift >= 0; shift--) this.bit(value >>> shift);
    return this;
  }

  /** Exponential Golomb, unsigned. */
  unsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.bits(0, length - 1).bits(value + 1, length);
  }

  /** The same for numbers that may be negative. */
  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  align(): this {
    while (this.#count > 0) this.bit(0);
    return this;
  }

  /** The stop bit, then zeros to the end of the byte. */
  end(): Uint8Array {
    this.bit(1).align();
    return Uint8Array.from(this.#bytes);
  }

  #flush(): void {
    this.#bytes.push(this.#byte);
    this.#byte = 0;
    this.#count = 0;
  }
}
