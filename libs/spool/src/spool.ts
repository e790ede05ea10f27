import { join } from 'node:path';
import type { Logger } from '@tollgate/observability';
import { encodeFrame } from './frame';
import {
  findAbandonedLock,
  lockDirectory,
  type DirectoryLock,
  type SpoolLostError,
} from './directory-lock';
import { SegmentReader, type SpoolCursor, type SpoolRecord } from './segment-reader';
import { SegmentWriter } from './segment-writer';
import { dropPublished, type Keep } from './drop-published';
import { formatSegmentName, listSegments } from './segment-names';
import { readCursor, writeCursor } from './spool-cursor';
import { diskFiles, type SpoolFiles } from './spool-files';

export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

export interface SpoolOptions {
  readonly directory: string;
  /** Bytes that may wait to be published; beyond them nothing new is accepted. */
  readonly bytesMax: number;
  readonly logger: Logger;
  readonly segmentBytesMax?: number;
  /** How long published segments stay, for a replay after a disaster. */
  readonly keep?: Keep;
  readonly files?: SpoolFiles;
  /** Another process took the spool over. Without it this process ends with an error. */
  readonly onLost?: (error: SpoolLostError) => void;
}

type Options = Required<Omit<SpoolOptions, 'onLost'>>;

const segmentBytesDefault = 16 * 1024 * 1024;
const backlogBatchMax = 500;
const keepNothing: Keep = { ms: 0, bytesMax: 0 };

/**
 * An append-only log on the local disk. `append` resolves when the record would survive a crash;
 * a record is handed to the publisher after its `release`, in order, and leaves the disk only
 * after the cursor behind it was written, and after the time for which it is kept.
 */
export class Spool {
  readonly #options: Options;
  readonly #writer: SegmentWriter;
  readonly #reader: SegmentReader;
  readonly #lock: DirectoryLock;
  /** Appended but not yet released, oldest first: the publisher must not pass the first of them. */
  readonly #unreleased = new Set<number>();
  #cursor: SpoolCursor;
  readonly #recoveredCount: number;
  #isRecovering = true;
  #lastSequence: number;

  private constructor(
    options: Options,
    parts: {
      writer: SegmentWriter;
      reader: SegmentReader;
      lock: DirectoryLock;
      cursor: SpoolCursor;
      recovered: number;
    },
  ) {
    this.#options = options;
    this.#writer = parts.writer;
    this.#reader = parts.reader;
    this.#lock = parts.lock;
    this.#cursor = parts.cursor;
    this.#recoveredCount = parts.recovered;
    this.#lastSequence = parts.recovered;
  }

  /** Waits until it is known whether another container or machine uses the directory. */
  static async openShared(options: SpoolOptions): Promise<Spool> {
    return Spool.open(options, await findAbandonedLock(options.directory));
  }

  static open({ onLost, ...given }: SpoolOptions, abandoned?: string): Spool {
    const options = {
      segmentBytesMax: segmentBytesDefault,
      files: diskFiles,
      keep: keepNothing,
      ...given,
    };
    options.files.makeDirectory(options.directory);
    const lock = lockDirectory(options.directory, { abandoned, onLost });
    try {
      return Spool.#recover(options, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  static #recover(options: Options, lock: DirectoryLock): Spool {
    const { directory, files } = options;
    const segments = listSegments(files, directory);
    const cursor = readCursor(files, directory) ?? { segment: segments[0] ?? 1, offset: 0 };
    const reader = new SegmentReader({ directory, files, cursor });
    const recovered = reader.recover(segments, options.logger);
    // Every process writes a new segment: the tail of the old one may be torn.
    const writer = new SegmentWriter({
      ...options,
      firstSegment: Math.max(cursor.segment, ...segments, 0) + 1,
    });
    return new Spool(options, { writer, reader, lock, cursor, recovered });
  }

  /** Resolves with the sequence of the record once it is on disk. */
  async append(payload: Uint8Array): Promise<number> {
    this.#lock.assertOwned();
    if (!this.hasRoom())
      throw new SpoolFullError(`the spool holds ${this.backlogBytes} bytes and is full`);
    const frame = encodeFrame(payload);
    const sequence = await this.#writer.append(frame, () => {
      this.#lastSequence += 1;
      this.#unreleased.add(this.#lastSequence);
      return this.#lastSequence;
    });
    return sequence;
  }

  hasRoom(): boolean {
    return this.backlogBytes < this.#options.bytesMax;
  }

  /** Bytes on disk that are not yet published. */
  get backlogBytes(): number {
    return this.#reader.recoveredBytes + this.#writer.bytesWritten - this.#reader.bytesConsumed;
  }

  /**
   * Everything on disk that is not yet published, without taking it: after a start what an
   * earlier process left, later what must be written again to an emptied Redis.
   */
  *listBacklog(): Generator<SpoolRecord> {
    const { directory, files } = this.#options;
    const reader = new SegmentReader({ directory, files, cursor: this.#cursor });
    const until =
      this.#writer.durableSequence(this.#recoveredCount) - this.#reader.committedSequence;
    const lastSegment = this.#writer.segment;
    try {
      for (;;) {
        const batch = reader.readBatch({ countMax: backlogBatchMax, until, lastSegment });
        if (batch.length === 0) return;
        yield* batch;
      }
    } finally {
      reader.close();
    }
  }

  /**
   * Everything on disk of segments that were written to since the given time, published or not.
   * For a start: what this process appends meanwhile may be missing.
   */
  *listSince(sinceMs: number): Generator<SpoolRecord> {
    const { directory, files } = this.#options;
    const isRecent = (segment: number): boolean =>
      files.modifiedMs(join(directory, formatSegmentName(segment))) >= sinceMs;
    const segments = listSegments(files, directory).filter(isRecent);
    const [first] = segments;
    if (first === undefined) return;
    const reader = new SegmentReader({ directory, files, cursor: { segment: first, offset: 0 } });
    const range = {
      countMax: backlogBatchMax,
      until: Infinity,
      lastSegment: Math.max(...segments),
    };
    try {
      for (;;) {
        const batch = reader.readBatch(range);
        if (batch.length === 0) return;
        yield* batch;
      }
    } finally {
      reader.close();
    }
  }

  /** What was recovered has been settled: publishing may begin. */
  endRecovery(): void {
    this.#isRecovering = false;
  }

  /** The record may be published now. */
  release(sequence: number): void {
    this.#unreleased.delete(sequence);
  }

  /** The next records to publish, in order; empty when there are none. */
  readBatch(countMax: number): readonly SpoolRecord[] {
    if (this.#isRecovering) return [];
    this.#lock.assertOwned();
    const oldest = this.#unreleased.values().next();
    const until =
      oldest.done === true ? this.#writer.durableSequence(this.#recoveredCount) : oldest.value - 1;
    return this.#reader.readBatch({ countMax, until, lastSegment: this.#writer.segment });
  }

  /**
   * The records of the last batch are safe elsewhere. The cursor is written first, durably before
   * a segment is dropped; a cursor lost in a power cut only means sending some records again.
   */
  async commitBatch(): Promise<void> {
    this.#lock.assertOwned();
    const { directory, files, keep } = this.#options;
    const cursor = this.#reader.position;
    const isNewSegment = cursor.segment !== this.#cursor.segment;
    await writeCursor(files, directory, cursor, isNewSegment ? 'durable' : 'process');
    this.#reader.commit();
    this.#cursor = cursor;
    if (isNewSegment) dropPublished({ directory, files, keep, before: cursor.segment });
  }

  /** Publishing failed: the next batch starts again where the last commit was. */
  rewindBatch(): void {
    this.#reader.rewind();
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#reader.close();
    this.#lock.release();
  }
}
