import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request as sendRequest, type Dispatcher } from 'undici';
import { ObjectStoreError } from '../object-store';
import type { S3Settings } from '../object-store-settings';
import { emptyPayloadHash, signRequest } from './sign-request';

const attemptsMax = 3;
const backoffMs = 150;
const errorBytesMax = 16 * 1024;
const connectionsMax = 64;

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Empty: the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: S3Payload;
}

export interface S3Payload {
  readonly hash: string;
  readonly bytes: number;
  /** Called once per attempt when `canRepeat`, else only once. */
  open(): Buffer | Readable;
  readonly canRepeat: boolean;
}

/** Signs and sends; retries when the service is busy, never when it refuses. */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #base: string;
  readonly #agent = new Agent({
    connections: connectionsMax,
    connectTimeout: 5_000,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });

  constructor(settings: S3Settings) {
    this.#settings = settings;
    const { protocol, host } = new URL(settings.endpoint);
    this.#base = settings.pathStyle
      ? `${protocol}//${host}/${settings.bucket}`
      : `${protocol}//${settings.bucket}.${host}`;
  }

  /** Answers 2xx, and 404 and 416 as they are; everything else is a fault. */
  async send(request: S3Request): Promise<Dispatcher.ResponseData> {
    const attempts = request.payload?.canRepeat === false ? 1 : attemptsMax;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const response = await this.#attempt(request).catch((error: unknown) => {
        if (error instanceof ObjectStoreError) throw error;
        if (isLast) throw unavailable('the object store cannot be reached', error);
        return undefined;
      });
      if (response && !isBusy(response.statusCode)) return acceptAnswer(response);
      if (response && isLast) return refuse(response);
      await response?.body.dump();
      await sleep(backoffMs * attempt * attempt);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #attempt({
    method,
    key,
    query,
    headers,
    payload,
  }: S3Request): Promise<Dispatcher.ResponseData> {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const url = `${this.#base}/${key}${search}`;
    const signed = await signRequest(this.#settings, {
      method,
      url,
      headers: headers ?? {},
      payloadHash: payload?.hash ?? emptyPayloadHash,
    });
    if (payload) signed['content-length'] = String(payload.bytes);
    const body = payload?.open();
    return sendRequest(url, {
      method,
      headers: signed,
      dispatcher: this.#agent,
      ...(body === undefined ? {} : { body }),
    });
  }
}

function isBusy(status: number): boolean {
  return status >= 500 || status === 429;
}

async function acceptAnswer(response: Dispatcher.ResponseData): Promise<Dispatcher.ResponseData> {
  const { statusCode } = response;
  const isExpected = statusCode < 300 || statusCode === 404 || statusCode === 416;
  return isExpected ? response : refuse(response);
}

/** Reports only the code of the answer: its text may contain the signature of the request. */
async function refuse(response: Dispatcher.ResponseData): Promise<never> {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await readBounded(response.body, errorBytesMax));
  const detail = `${response.statusCode} ${code?.[1] ?? ''}`.trim();
  throw unavailable(`the object store answered ${detail}`);
}

/** The beginning of a body; the rest is discarded. */
export async function readBounded(body: Readable, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unavailable(message: string, cause?: unknown): ObjectStoreError {
  return new ObjectStoreError('unavailable', message, { cause });
}
