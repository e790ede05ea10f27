import { weighText } from '@tollgate/model-kit';

const bytesPerToken = 3.2;

/** Estimates the output of a stream as it passes: providers report their count only at the end. */
export class OutputCount {
  #tokens = 0;

  get tokens(): number {
    return this.#tokens;
  }

  count(text: string): void {
    const { ascii, other } = weighText(text);
    this.#tokens += ascii + other;
  }

  /** For text that is passed on unparsed, in UTF-8. */
  countBytes(bytes: number): void {
    this.#tokens += bytes / bytesPerToken;
  }
}
