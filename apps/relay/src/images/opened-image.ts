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
