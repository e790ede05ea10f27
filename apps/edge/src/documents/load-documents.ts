import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Document, Documents } from '../domain/document';

/** Reads what the build has laid beside the bundle; once, before anything is served. */
export function loadDocuments(directory: string): Documents {
  const read = (name: string): Buffer => readFileSync(join(directory, name));
  return {
    openApi: makeDocument(read('openapi.json'), 'application/json; charset=utf-8'),
    viewer: makeDocument(read('redoc.standalone.js'), 'text/javascript; charset=utf-8'),
  };
}

export function makeDocument(bytes: Buffer, type: string): Document {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, compressed: { encoding: 'gzip', bytes: gzipSync(bytes) }, type, etag };
}
