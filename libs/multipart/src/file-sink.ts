import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReceivedFile } from './received-form';
import { TemporaryFile } from './temporary-file';

/** Takes the bytes of one file: in memory while they are few, then on disk. */
export class FileSink {
  readonly #memoryBytesMax: number;
  #chunks: Buffer[] = [];
  #file: TemporaryFile | undefined;
  #isDisposed = false;
  bytes = 0;

  constructor(memoryBytesMax: number) {
    this.#memoryBytesMax = memoryBytesMax;
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.#isDisposed) throw new Error('the form is gone');
    this.bytes += chunk.length;
    if (this.#file) return this.#file.append(chunk);
    this.#chunks.push(chunk);
    if (this.bytes <= this.#memoryBytesMax) return;
    await this.#moveToDisk();
  }

  finish(about: Pick<ReceivedFile, 'fieldName' | 'fileName' | 'contentType'>): ReceivedFile {
    const open = (): Readable => this.#open();
    return { ...about, bytes: this.bytes, open, read: async () => buffer(open()) };
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#chunks = [];
    await this.#file?.close();
  }

  #open(): Readable {
    if (this.#isDisposed) throw new Error('the form is gone');
    return this.#file?.open() ?? Readable.from(this.#chunks, { objectMode: false });
  }

  async #moveToDisk(): Promise<void> {
    const file = await TemporaryFile.create();
    this.#file = file;
    // The form may have been given up while the file was being opened.
    if (this.#isDisposed) return file.close();
    await file.append(Buffer.concat(this.#chunks));
    this.#chunks = [];
  }
}
