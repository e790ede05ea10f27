import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifySignature } from './verify-signature';

interface Stored {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly at: Date;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | string;
}

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secret: string;
  /** So many of the next requests are answered 503 SlowDown. */
  beBusy(times: number): void;
  close(): Promise<void>;
}

const pageKeys = 2;

/**
 * The part of the S3 API that the adapter uses, in memory. It checks the signature, the
 * clock and the hash of the payload, and its pages of lists are small.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Stored>();
  const access = { bucket: 'media', accessKeyId: 'AKIATEST', secret: 'a secret of tests' };
  let busy = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request).catch(() => undefined);
      if (!body) return;
      busy -= 1;
      const answer = busy >= 0 ? refuse(503, 'SlowDown') : serve(request, body, objects, access);
      send(request, response, answer);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...access,
    endpoint: `http://127.0.0.1:${port}`,
    beBusy: (times) => (busy = times),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serve(
  request: IncomingMessage,
  body: Buffer,
  objects: Map<string, Stored>,
  access: Pick<S3Server, 'bucket' | 'secret'>,
): Answer {
  const { method = '', url: target = '', headers } = request;
  if (!verifySignature({ method, target, headers }, access.secret)) {
    return refuse(403, 'SignatureDoesNotMatch');
  }
  if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256']) {
    return refuse(400, 'XAmzContentSHA256Mismatch');
  }
  const { pathname, searchParams } = new URL(target, 'http://s3');
  const [, bucket, key] = /^\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
  if (bucket !== access.bucket) return refuse(404, 'NoSuchBucket');
  if (!key) return list(objects, searchParams);
  if (method === 'PUT') {
    if (headers['content-length'] === undefined) return refuse(411, 'MissingContentLength');
    objects.set(key, { bytes: body, contentType: headers['content-type'] ?? '', at: new Date() });
    return { status: 200 };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  const stored = objects.get(key);
  return stored ? give(stored, headers.range) : refuse(404, 'NoSuchKey');
}

function give({ bytes, contentType, at }: Stored, range: string | undefined): Answer {
  const headers = { 'content-type': contentType, 'last-modified': at.toUTCString() };
  if (range === undefined) return { status: 200, headers, body: bytes };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const start = Number(first);
  const end = Math.min(last ? Number(last) : Infinity, bytes.length - 1);
  if (start > end) return refuse(416, 'InvalidRange');
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  };
}

function list(objects: Map<string, Stored>, query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageKeys);
  const contents = page.map((key) => {
    const at = new Date(Math.floor((objects.get(key)?.at.getTime() ?? 0) / 1_000) * 1_000);
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`;
  });
  const token = Buffer.from(page.at(-1) ?? '').toString('base64');
  const next = `<NextContinuationToken>${token}</NextContinuationToken>`;
  const more = keys.length > page.length ? next : '';
  return { status: 200, body: `<ListBucketResult>${contents.join('')}${more}</ListBucketResult>` };
}

function refuse(status: number, code: string): Answer {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` };
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const length = Buffer.byteLength(answer.body ?? '');
  response.writeHead(answer.status, { 'content-length': length, ...answer.headers });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}
