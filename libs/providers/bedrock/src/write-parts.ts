import { AppError } from '@tollgate/errors';
import type { ContentBlockParam } from '@tollgate/providers/anthropic';
import type { DocumentNames } from './document-names';
import type { CachePoint, ResultContent } from './wire';

const imageFormats: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Formats of documents by their media types; texts of all kinds are `txt`. */
export const documentFormats: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
]);

type MediaBlock = Extract<ContentBlockParam, { type: 'text' | 'image' | 'document' }>;

/** A text, an image or a document. Raises unsupported_param. */
export function writeContent(block: MediaBlock, names: DocumentNames): ResultContent {
  if (block.type === 'text') return { text: block.text };
  const { source } = block;
  if (source.type === 'base64') {
    const format = documentFormats.get(source.media_type);
    return format === undefined
      ? writeImage(source.media_type, source.data)
      : writeDocument(block, names, { format, bytes: source.data });
  }
  if (block.type === 'document' && source.type === 'text') {
    const bytes = Buffer.from(source.data).toString('base64');
    return writeDocument(block, names, { format: 'txt', bytes });
  }
  throw new AppError('unsupported_param', {
    message: 'Amazon Bedrock fetches no addresses: send the image as a base64 data URI',
  });
}

function writeImage(mediaType: string, bytes: string): ResultContent {
  const format = imageFormats[mediaType];
  if (format === undefined) {
    throw new AppError('unsupported_param', {
      message: `An image must be PNG, JPEG, GIF or WebP (got ${mediaType.slice(0, 60)})`,
    });
  }
  return { image: { format, source: { bytes } } };
}

function writeDocument(
  block: MediaBlock,
  names: DocumentNames,
  { bytes, format }: { readonly bytes: string; readonly format: string },
): ResultContent {
  const title = 'title' in block ? (block.title ?? '') : '';
  return { document: { format, name: names.take(title), source: { bytes } } };
}

/** A marker for the cache is a block of its own, behind what it marks. */
export function writeCachePoint(
  block: { readonly cache_control?: unknown },
  { takesCache }: { readonly takesCache: boolean },
): CachePoint[] {
  const marker = block.cache_control as { readonly ttl?: unknown } | null | undefined;
  if (!takesCache || marker == null) return [];
  const { ttl } = marker;
  return [{ cachePoint: { type: 'default', ...((ttl === '5m' || ttl === '1h') && { ttl }) } }];
}
