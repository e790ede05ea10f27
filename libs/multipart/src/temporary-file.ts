import { randomUUID } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

export const temporaryPrefix = 'tollgate-upload-';
const chunkBytes = 64 * 1024;

/**
 * A file without a name: it is unlinked as soon as it is open, so that not even a crash leaves
 * anything on the disk. It exists until `close`.
 */
export class TemporaryFile {
  readonly #handle: FileHandle;
  readonly #pending = new Set<Promise<unknown>>();
  #bytes = 0;
  #isClosed = false;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(): Promise<TemporaryFile> {
    const path = join(tmpdir(), temporaryPrefix + randomUUID());
    const handle = await open(path, 'wx+', 0o600);
    unlinkSync(path);
    return new TemporaryFile(handle);
  }

  async append(chunk: Buffer): Promise<void> {
    const position = this.#bytes;
    this.#bytes += chunk.length;
    await this.#guard(this.#handle.write(chunk, 0, chunk.length, position));
  }

  open(): Readable {
    return Readable.from(this.#read(), { objectMode: false });
  }

  /** Waits for running reads: the descriptor of a closed file may be reused soon. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#pending);
    await this.#handle.close();
  }

  async *#read(): AsyncGenerator<Buffer> {
    const bytes = this.#bytes;
    for (let position = 0; position < bytes;) {
      const length = Math.min(chunkBytes, bytes - position);
      const target = Buffer.allocUnsafe(length);
      const { bytesRead } = await this.#guard(this.#handle.read(target, 0, length, position));
      if (bytesRead === 0) throw new Error('a temporary file has lost its end');
      position += bytesRead;
      yield target.subarray(0, bytesRead);
    }
  }

  async #guard<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work);
    try {
      return await work;
    } finally {
      this.#pending.delete(work);
    }
  }
}
