import { Readable } from 'node:stream';
import { AppError } from '@tollgate/errors';
import { asFieldList, asText, parseDataUri, type Fields } from '@tollgate/model-kit';
import type { UploadedFile } from '../../domain/endpoint';
import { readUrl } from './image-inputs';

/**
 * The part of a chat that the images API can take: the last user message and its images. Raises:
 * missing_prompt, input_images_not_supported.
 */
export function readLastTurn(body: Fields): {
  readonly prompt: string;
  readonly files: readonly UploadedFile[];
} {
  const message = asFieldList(body['messages']).findLast(({ role }) => role === 'user');
  const content = message?.['content'];
  if (typeof content === 'string') return { prompt: content, files: [] };
  const parts = asFieldList(content);
  const prompt = parts.flatMap(({ text }) => asText(text) ?? []).join('\n');
  if (prompt === '') throw new AppError('missing_prompt', { param: 'messages' });
  const images = parts.filter(({ type }) => type === 'image_url');
  return { prompt, files: images.map((image, index) => makeFile(readUrl(image), index)) };
}

function makeFile(url: string, index: number): UploadedFile {
  const uri = parseDataUri(url);
  if (uri === undefined) {
    throw new AppError('input_images_not_supported', {
      message: 'This model takes input images as base64 data URIs only',
      param: 'messages',
    });
  }
  const data = Buffer.from(uri.data, 'base64');
  return {
    fieldName: 'image',
    fileName: `image-${index}.${uri.mediaType.slice('image/'.length)}`,
    contentType: uri.mediaType,
    bytes: data.length,
    open: () => Readable.from([data]),
    read: () => Promise.resolve(data),
  };
}
