import type { ImageTicket } from './image-ticket';

/** As much as is stored, and as much as is served. */
export const imageBytesMax = 30 * 1024 * 1024;

/** An image on its way: its first bytes were looked at, the others follow. */
export interface OpenedImage {
  readonly contentType: string;
  readonly head: Buffer;
  readonly rest: AsyncIterable<Buffer>;
  readonly destroy: () => void;
}

/** Raises: not_found, upstream_unavailable, upstream_unreachable. */
export type OpenImage = (source: ImageTicket['source'], gone: AbortSignal) => Promise<OpenedImage>;
