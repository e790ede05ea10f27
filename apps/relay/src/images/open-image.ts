import type { Readable } from 'node:stream';
import { AppError } from '@tollgate/errors';
import { readStart, sniffImage } from '@tollgate/media-types';
import type { ObjectStore } from '@tollgate/object-store';
import { createGuardedAgent, ForbiddenAddressError, type OutboundRules } from '@tollgate/outbound';
import { Agent, request, type Dispatcher } from 'undici';
import type { ImageTicket } from './image-ticket';

/** Of an image that is stored or served. */
export const imageBytesMax = 30 * 1024 * 1024;

/** An image whose first bytes were checked. */
export interface OpenedImage {
  readonly contentType: string;
  readonly head: Buffer;
  readonly rest: AsyncIterable<Buffer>;
  readonly destroy: () => void;
}

/** Raises: not_found, upstream_unavailable, upstream_unreachable. */
export type OpenImage = (source: ImageTicket['source'], gone: AbortSignal) => Promise<OpenedImage>;

const headBytes = 64;
const timeoutMs = 30_000;

export function createOpenImage(options: {
  readonly store: Pick<ObjectStore, 'get'>;
  readonly rules: OutboundRules;
}): { readonly openImage: OpenImage; readonly close: () => Promise<void> } {
  const own = new Agent({ bodyTimeout: timeoutMs, headersTimeout: timeoutMs });
  const guarded = createGuardedAgent({
    rules: options.rules,
    connectTimeoutMs: 5_000,
    bodyTimeout: timeoutMs,
    headersTimeout: timeoutMs,
  });

  const open = async (source: ImageTicket['source'], gone: AbortSignal): Promise<Readable> => {
    if (source.kind === 'url')
      return fetchImage(source.url, source.isProviders ? own : guarded, gone);
    const stored = await options.store.get(source.key);
    if (stored === undefined) throw new AppError('not_found');
    return stored.body;
  };

  return {
    openImage: async (source, gone) => readHead(await open(source, gone)),
    close: async () => void (await Promise.all([own.destroy(), guarded.destroy()])),
  };
}

/** Redirects are refused: they could lead to a private address. */
async function fetchImage(
  url: string,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Readable> {
  const { body, headers, statusCode } = await request(url, {
    dispatcher,
    signal,
    headers: { accept: 'image/*', 'accept-encoding': 'identity' },
  }).catch((cause: unknown) => {
    const isForbidden = cause instanceof ForbiddenAddressError;
    throw new AppError(isForbidden ? 'upstream_unavailable' : 'upstream_unreachable', { cause });
  });
  const length = Number(headers['content-length'] ?? 0);
  if (statusCode !== 200 || headers['content-encoding'] !== undefined || length > imageBytesMax) {
    body.destroy();
    throw makeUnusable();
  }
  return body;
}

/** Judges by the first bytes, not by the declared type. */
async function readHead(body: Readable): Promise<OpenedImage> {
  const { rest, start: head } = await readStart(body, headBytes).catch((cause: unknown) => {
    throw new AppError('upstream_unavailable', { cause });
  });
  const contentType = sniffImage(head);
  if (contentType === undefined) {
    body.destroy();
    throw makeUnusable();
  }
  return {
    contentType,
    head,
    rest: { [Symbol.asyncIterator]: () => rest },
    destroy: () => body.destroy(),
  };
}

function makeUnusable(): AppError {
  return new AppError('upstream_unavailable', { message: 'There is no image behind this address' });
}
