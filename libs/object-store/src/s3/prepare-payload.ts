import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MeasureStream } from '../measure-stream';
import {
  ObjectStoreError,
  objectBytesMax,
  type ObjectBody,
  type ObjectPutOptions,
} from '../object-store';
import type { S3Payload } from './s3-client';
import { unsignedPayload } from './sign-request';

export interface PreparedPayload {
  readonly payload: S3Payload;
  dispose(): Promise<void>;
}

/**
 * A PUT needs its length before the first byte, and over plain http its hash as well: a stream
 * without them is written to a temporary file first.
 */
export async function preparePayload(
  body: ObjectBody,
  options: ObjectPutOptions,
  isSafeTransport: boolean,
): Promise<PreparedPayload> {
  if (Buffer.isBuffer(body)) return prepareBuffer(body, options);
  const { bytes } = options;
  if (bytes === undefined || !isSafeTransport) return prepareFile(body, options);
  assertBytes(bytes, options);
  const measure = new MeasureStream(options);
  return {
    payload: {
      hash: unsignedPayload,
      bytes,
      canRepeat: false,
      open: () => {
        body.on('error', (error) => measure.destroy(error));
        return body.pipe(measure);
      },
    },
    dispose: async () => void body.destroy(),
  };
}

function prepareBuffer(body: Buffer, options: ObjectPutOptions): PreparedPayload {
  assertBytes(body.length, options);
  const hash = createHash('sha256').update(body).digest('hex');
  return {
    payload: { hash, bytes: body.length, canRepeat: true, open: () => body },
    dispose: async () => {},
  };
}

async function prepareFile(body: Readable, options: ObjectPutOptions): Promise<PreparedPayload> {
  const path = join(tmpdir(), `tollgate-object-${randomUUID()}`);
  const dispose = (): Promise<void> => rm(path, { force: true });
  const measure = new MeasureStream(options);
  try {
    await pipeline(body, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await dispose();
    throw error;
  }
  const open = (): Readable => createReadStream(path);
  const payload = { hash: measure.sha256(), bytes: measure.bytes, canRepeat: true, open };
  return { payload, dispose };
}

function assertBytes(bytes: number, options: ObjectPutOptions): void {
  const bytesMax = Math.min(options.bytesMax ?? objectBytesMax, objectBytesMax);
  if (bytes > bytesMax) {
    throw new ObjectStoreError('too_large', `an object may have ${bytesMax} bytes`);
  }
  if (options.bytes !== undefined && options.bytes !== bytes) {
    throw new ObjectStoreError('length_mismatch', `${bytes} bytes came, not ${options.bytes}`);
  }
}
