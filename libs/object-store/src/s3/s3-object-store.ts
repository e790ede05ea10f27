import type { Dispatcher } from 'undici';
import { assertContentType, assertObjectKey, assertObjectPrefix } from '../object-key';
import {
  ObjectStoreError,
  purgeMax,
  type ByteRange,
  type ObjectBody,
  type ObjectHead,
  type ObjectPutOptions,
  type ObjectStore,
  type StoredObject,
} from '../object-store';
import type { S3Settings } from '../object-store-settings';
import { assertRange } from '../resolve-range';
import { listObjects } from './list-objects';
import { preparePayload } from './prepare-payload';
import { S3Client } from './s3-client';

/** Deleted one by one: `DeleteObjects` wants MD5 sums that not every service agrees on. */
const deletesAtOnce = 8;

export class S3ObjectStore implements ObjectStore {
  readonly #client: S3Client;
  readonly #isSafeTransport: boolean;

  constructor(settings: S3Settings) {
    this.#client = new S3Client(settings);
    this.#isSafeTransport = settings.endpoint.startsWith('https:');
  }

  async put(key: string, body: ObjectBody, options: ObjectPutOptions): Promise<ObjectHead> {
    assertObjectKey(key);
    const { contentType } = options;
    assertContentType(contentType);
    const prepared = await preparePayload(body, options, this.#isSafeTransport);
    try {
      const response = await this.#client.send({
        method: 'PUT',
        key,
        headers: { 'content-type': contentType },
        payload: prepared.payload,
      });
      await response.body.dump();
      if (response.statusCode >= 300) throw missingBucket();
      return { totalBytes: prepared.payload.bytes, contentType, modifiedAt: new Date() };
    } finally {
      await prepared.dispose();
    }
  }

  async get(key: string, range?: ByteRange): Promise<StoredObject | undefined> {
    assertObjectKey(key);
    if (range) assertRange(range);
    const headers: Record<string, string> = {};
    if (range) headers['range'] = `bytes=${range.start}-${range.end ?? ''}`;
    const response = await this.#client.send({ method: 'GET', key, headers });
    if (response.statusCode === 416) {
      await response.body.dump();
      throw new ObjectStoreError('range', 'there are fewer bytes than that');
    }
    if (response.statusCode === 404) {
      await response.body.dump();
      return undefined;
    }
    const head = readHead(response);
    const bytes = Number(response.headers['content-length']);
    return { ...head, bytes, body: response.body };
  }

  async head(key: string): Promise<ObjectHead | undefined> {
    assertObjectKey(key);
    const response = await this.#client.send({ method: 'HEAD', key });
    await response.body.dump();
    return response.statusCode === 404 ? undefined : readHead(response);
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    const response = await this.#client.send({ method: 'DELETE', key });
    await response.body.dump();
  }

  async deleteOlderThan(prefix: string, ageMs: number): Promise<number> {
    assertObjectPrefix(prefix);
    const before = Date.now() - ageMs;
    let count = 0;
    for await (const page of listObjects(this.#client, prefix)) {
      const old = page.filter(({ modifiedAtMs }) => modifiedAtMs < before);
      const keys = old.slice(0, purgeMax - count).map(({ key }) => key);
      for (let start = 0; start < keys.length; start += deletesAtOnce) {
        const some = keys.slice(start, start + deletesAtOnce);
        await Promise.all(some.map((key) => this.delete(key)));
      }
      count += keys.length;
      if (count >= purgeMax) break;
    }
    return count;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

function readHead({ headers }: Dispatcher.ResponseData): ObjectHead {
  const contentRange = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''));
  const contentType = headers['content-type'];
  return {
    totalBytes: Number(contentRange?.[1] ?? headers['content-length']),
    contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
    modifiedAt: new Date(String(headers['last-modified'])),
  };
}

function missingBucket(): ObjectStoreError {
  return new ObjectStoreError('unavailable', 'the bucket of the object store is not there');
}
