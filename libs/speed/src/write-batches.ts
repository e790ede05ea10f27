import type { Writable } from 'node:stream';
import { isOn } from './optimizations';

/**
 * Joins the writes to a connection that are made in one turn of the event loop. The first command
 * is written at once, so that a lone caller does not wait; while commands are without an answer,
 * further ones are joined. The automatic pipelines of ioredis do the same, but keep every command
 * alive beyond the collection of young garbage.
 */
export class WriteBatches {
  #pending = 0;
  #corked: Writable | undefined;

  /** Runs a command that writes to `stream` and resolves with its answer. */
  async run<T>(stream: Writable, command: () => Promise<T>): Promise<T> {
    if (this.#pending > 0 && isOn('write-batches')) this.#cork(stream);
    this.#pending += 1;
    try {
      return await command();
    } finally {
      this.#pending -= 1;
    }
  }

  #cork(stream: Writable): void {
    if (this.#corked === stream) return;
    this.#corked = stream;
    stream.cork();
    setImmediate(() => {
      if (this.#corked === stream) this.#corked = undefined;
      stream.uncork();
    });
  }
}
