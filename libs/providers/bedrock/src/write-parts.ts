import { AppError } from '@tollgate/errors';
import type { ContentBlockParam } from '@tollgate/providers/anthropic';
import type { CachePoint, ResultContent } from './wire';

const imageFormats: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

type MediaBlock = Extract<ContentBlockParam, { type: 'text' | 'image' | 'document' }>;

/** A text, an image or a document. Raises unsupported_param. */
export function writeContent(block: MediaBlock): ResultContent {
  if (block.type === 'text') return { text: block.text };
  const { source } = block;
  if (source.type === 'base64') {
    const format = source.media_type === 'application/pdf' ? 'pdf' : undefined;
    return format === undefined
      ? writeImage(source.media_type, source.data)
      : writeDocument(block, format, source.data);
  }
  if (block.type === 'document' && source.type === 'text') {
    return writeDocument(block, 'txt', Buffer.from(source.data).toString('base64'));
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

const nameCharactersMax = 200;

function writeDocument(block: MediaBlock, format: string, bytes: string): ResultContent {
  const title = 'title' in block ? (block.title ?? '') : '';
  return { document: { format, name: nameDocument(title), source: { bytes } } };
}

/** The API takes letters, digits, single spaces, hyphens, parentheses and square brackets. */
function nameDocument(title: string): string {
  const name = title
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[^a-z0-9\s()[\]-]+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name.slice(0, nameCharactersMax).trim() || 'document';
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
