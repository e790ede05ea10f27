import { join } from 'node:path';
import type { Logger } from '@tollgate/observability';
import { frameHeaderBytes, payloadBytesMax, readFrame } from './frame';
import { formatSegmentName } from './segment-names';
import type { SpoolFiles } from './spool-files';

/** Where reading continues: everything before it is published. */
export interface SpoolCursor {
  readonly segment: number;
  readonly offset: number;
}

export interface SpoolRecord {
  readonly sequence: number;
  readonly payload: Buffer;
}

interface Place extends SpoolCursor {
  readonly sequence: number;
  readonly bytesConsumed: number;
}

interface ReaderOptions {
  readonly directory: string;
  readonly files: SpoolFiles;
  readonly cursor: SpoolCursor;
}

const chunkBytes = payloadBytesMax + frameHeaderBytes;

/** Reads records in order from the cursor on, at most up to a given sequence. */
export class SegmentReader {
  readonly #options: ReaderOptions;
  #place: Place;
  #committed: Place;
  #open: { readonly segment: number; readonly fd: number } | undefined;
  #chunk = Buffer.allocUnsafe(chunkBytes);
  recoveredBytes = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#place = { ...options.cursor, sequence: 0, bytesConsumed: 0 };
    this.#committed = this.#place;
  }

  get position(): SpoolCursor {
    return { segment: this.#place.segment, offset: this.#place.offset };
  }

  get committedSequence(): number {
    return this.#committed.sequence;
  }

  get bytesConsumed(): number {
    return this.#committed.bytesConsumed;
  }

  commit(): void {
    this.#committed = this.#place;
  }

  rewind(): void {
    this.#place = this.#committed;
  }

  /** Counts what an earlier process left. A torn tail ends its segment: it was never confirmed. */
  recover(segments: readonly number[], logger: Logger): number {
    let count = 0;
    for (const segment of segments) {
      const { cursor } = this.#options;
      if (segment < cursor.segment) continue;
      const offset = segment === cursor.segment ? cursor.offset : 0;
      const end = this.#walkSegment({ segment, offset }, () => void (count += 1));
      this.recoveredBytes += end.offset - offset;
      if (end.isTorn)
        logger.warn('spool segment ends in a torn record', { segment, offset: end.offset });
    }
    return count;
  }

  readBatch(options: { countMax: number; until: number; lastSegment: number }): SpoolRecord[] {
    const records: SpoolRecord[] = [];
    while (records.length < options.countMax && this.#place.sequence < options.until) {
      const bytes = this.#readChunk(this.#place.segment, this.#place.offset);
      const taken = this.#takeRecords(bytes, records, options);
      if (taken > 0) continue;
      if (this.#place.segment >= options.lastSegment) break;
      this.#place = { ...this.#place, segment: this.#place.segment + 1, offset: 0 };
    }
    return records;
  }

  close(): void {
    if (this.#open) this.#options.files.close(this.#open.fd);
    this.#open = undefined;
  }

  #takeRecords(
    bytes: Buffer,
    records: SpoolRecord[],
    options: { countMax: number; until: number },
  ): number {
    let offset = 0;
    let taken = 0;
    while (records.length < options.countMax && this.#place.sequence < options.until) {
      const reading = readFrame(bytes, offset);
      if (reading.kind !== 'record') break;
      const length = reading.endOffset - offset;
      offset = reading.endOffset;
      taken += 1;
      this.#place = {
        segment: this.#place.segment,
        offset: this.#place.offset + length,
        sequence: this.#place.sequence + 1,
        bytesConsumed: this.#place.bytesConsumed + length,
      };
      records.push({ sequence: this.#place.sequence, payload: Buffer.from(reading.payload) });
    }
    return taken;
  }

  #walkSegment(from: SpoolCursor, visit: () => void): { offset: number; isTorn: boolean } {
    let { offset } = from;
    for (;;) {
      const bytes = this.#readChunk(from.segment, offset);
      let inside = 0;
      let reading = readFrame(bytes, 0);
      while (reading.kind === 'record') {
        visit();
        inside = reading.endOffset;
        reading = readFrame(bytes, inside);
      }
      offset += inside;
      if (inside === 0) return { offset, isTorn: bytes.length > 0 };
    }
  }

  /** Bytes of a segment from `offset` on; empty where the segment is missing or has ended. */
  #readChunk(segment: number, offset: number): Buffer {
    if (this.#open?.segment !== segment) {
      this.close();
      const path = join(this.#options.directory, formatSegmentName(segment));
      try {
        this.#open = { segment, fd: this.#options.files.open(path, 'r') };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
        throw error;
      }
    }
    const length = this.#options.files.read(this.#open.fd, this.#chunk, offset);
    return this.#chunk.subarray(0, length);
  }
}
