import { join } from 'node:path';
import type { Logger } from '@tollgate/observability';
import { formatSegmentName } from './segment-names';
import type { SpoolFiles } from './spool-files';

export class SpoolBrokenError extends Error {
  override readonly name = 'SpoolBrokenError';
}

interface Waiter {
  readonly frame: Buffer;
  readonly onWritten: () => number;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: unknown) => void;
}

interface WriterOptions {
  readonly directory: string;
  readonly files: SpoolFiles;
  readonly segmentBytesMax: number;
  readonly firstSegment: number;
  readonly logger: Logger;
}

/**
 * Writes frames in groups: while one group waits for the disk, the next one is collected. A group
 * that fails is truncated from the file, because its callers received an error.
 */
export class SegmentWriter {
  readonly #options: WriterOptions;
  #segment: number;
  #fd: number;
  #offset = 0;
  #waiting: Waiter[] = [];
  #flushing: Promise<void> | undefined;
  #bytesWritten = 0;
  #durableSequence = 0;
  #broken: unknown;
  #lastGroupSize = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#segment = options.firstSegment;
    this.#fd = this.#openSegment();
  }

  get segment(): number {
    return this.#segment;
  }

  get bytesWritten(): number {
    return this.#bytesWritten;
  }

  /** The last sequence that is on disk; `fallback` while this process has written nothing. */
  durableSequence(fallback: number): number {
    return Math.max(this.#durableSequence, fallback);
  }

  /** `onWritten` gives the record its sequence at the moment its place in the file is fixed. */
  append(frame: Buffer, onWritten: () => number): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) {
        reject(new SpoolBrokenError('the spool cannot write', { cause: this.#broken }));
        return;
      }
      this.#waiting.push({ frame, onWritten, resolve, reject });
      this.#flushing ??= this.#flush();
    });
  }

  async close(): Promise<void> {
    await this.#flushing;
    this.#broken ??= new Error('closed');
    this.#options.files.close(this.#fd);
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const group = this.#waiting;
      this.#waiting = [];
      this.#lastGroupSize = group.length;
      await this.#writeGroup(group);
    }
    this.#flushing = undefined;
  }

  async #writeGroup(group: readonly Waiter[]): Promise<void> {
    const { files, segmentBytesMax } = this.#options;
    const bytes = group.reduce((sum, waiter) => sum + waiter.frame.length, 0);
    try {
      if (this.#broken !== undefined) throw new SpoolBrokenError('the spool cannot write');
      if (this.#offset > 0 && this.#offset + bytes > segmentBytesMax) this.#rotate();
      files.append(
        this.#fd,
        group.map((waiter) => waiter.frame),
      );
      await files.syncData(this.#fd);
    } catch (error) {
      this.#undoGroup(error);
      for (const waiter of group)
        waiter.reject(new SpoolBrokenError('the record is not on disk', { cause: error }));
      return;
    }
    this.#offset += bytes;
    this.#bytesWritten += bytes;
    for (const waiter of group) {
      this.#durableSequence = waiter.onWritten();
      waiter.resolve(this.#durableSequence);
    }
  }

  /**
   * Appends of one turn of the event loop share one write and one sync. A lone append is written at
   * once; where several came together the last time, the first one waits for the end of the turn.
   */
  async #gather(): Promise<void> {
    const isBusy = this.#lastGroupSize > 1;
    await (isBusy ? new Promise((resolve) => setImmediate(resolve)) : Promise.resolve());
  }

  /**
   * After a failed sync the kernel may have dropped the dirty pages: syncing the same file again
   * would wrongly succeed. So the group is cut off and a new segment is opened, or writing stops.
   */
  #undoGroup(error: unknown): void {
    this.#options.logger.error('spool write failed', { segment: this.#segment, error });
    try {
      this.#options.files.truncate(this.#fd, this.#offset);
      this.#rotate();
    } catch (failure) {
      this.#options.logger.error('spool is broken', { segment: this.#segment, error: failure });
      this.#broken = failure;
    }
  }

  #rotate(): void {
    this.#options.files.close(this.#fd);
    this.#segment += 1;
    this.#offset = 0;
    this.#fd = this.#openSegment();
  }

  #openSegment(): number {
    const { directory, files } = this.#options;
    return files.open(join(directory, formatSegmentName(this.#segment)), 'a+');
  }
}
