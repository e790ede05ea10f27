import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { ObjectStoreError, objectBytesMax, type ObjectPutOptions } from './object-store';

type Bounds = Pick<ObjectPutOptions, 'bytes' | 'bytesMax'>;

/** Passes bytes on, counts and hashes them, and fails as soon as they break their bounds. */
export class MeasureStream extends Transform {
  bytes = 0;
  readonly #hash = createHash('sha256');
  readonly #bounds: Bounds;

  constructor(bounds: Bounds) {
    super();
    this.#bounds = bounds;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.bytes += chunk.length;
    const bytesMax = Math.min(this.#bounds.bytesMax ?? objectBytesMax, objectBytesMax);
    if (this.bytes > bytesMax) {
      done(new ObjectStoreError('too_large', `an object may have ${bytesMax} bytes`));
      return;
    }
    this.#hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const { bytes } = this.#bounds;
    if (bytes === undefined || bytes === this.bytes) done();
    else done(new ObjectStoreError('length_mismatch', `${this.bytes} bytes came, not ${bytes}`));
  }

  /** Once, after the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}
