import type { Readable } from 'node:stream';

/** The largest object; a caller may set a smaller bound. */
export const objectBytesMax = 5 * 1024 * 1024 * 1024;
/** How many objects one call of `deleteOlderThan` removes at most; call it again for the rest. */
export const purgeMax = 1_000;

/** Both ends are included, as in an HTTP range; without `end` it extends to the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface ObjectHead {
  /** The size of the whole object, whatever the range. */
  readonly totalBytes: number;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

export interface StoredObject extends ObjectHead {
  /** Must be read to its end or destroyed. */
  readonly body: Readable;
  /** Of `body`. */
  readonly bytes: number;
}

export type ObjectBody = Buffer | Readable;

export interface ObjectPutOptions {
  readonly contentType: string;
  /** Length of a stream when it is known: saves some stores a copy. Another length is a fault. */
  readonly bytes?: number;
  readonly bytesMax?: number;
}

/**
 * Keys are lower-case paths (`videos/01k9.../0.mp4`). An object appears whole or not at all, and
 * a second `put` replaces the first.
 */
export interface ObjectStore {
  put(key: string, body: ObjectBody, options: ObjectPutOptions): Promise<ObjectHead>;
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  head(key: string): Promise<ObjectHead | undefined>;
  /** Does nothing when there is no such object. */
  delete(key: string): Promise<void>;
  /** How many were removed: `purgeMax` of them means that there may be more. */
  deleteOlderThan(prefix: string, ageMs: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * too_large: more than `bytesMax`; length_mismatch: not the announced `bytes`; range: none of the
 * requested bytes exist; unavailable: the store failed, and a retry may work.
 */
export type ObjectStoreFault = 'too_large' | 'length_mismatch' | 'range' | 'unavailable';

export class ObjectStoreError extends Error {
  readonly fault: ObjectStoreFault;

  constructor(fault: ObjectStoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ObjectStoreError';
    this.fault = fault;
  }
}
