/** One event of a stream: the raw text between two empty lines, and its data. */
export interface Frame {
  readonly raw: string;
  readonly data: string;
}

const frameCharactersMax = 10_000_000;

/** Cuts text that arrives in pieces into events. */
export class FrameReader {
  #rest = '';

  push(text: string): readonly Frame[] {
    this.#rest += text.replaceAll('\r\n', '\n');
    if (this.#rest.length > frameCharactersMax)
      throw new Error('an event of the stream is too long');
    const parts = this.#rest.split('\n\n');
    this.#rest = parts.pop() ?? '';
    return parts.filter((raw) => raw.trim() !== '').map((raw) => ({ raw, data: readData(raw) }));
  }
}

function readData(raw: string): string {
  return raw
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
}
