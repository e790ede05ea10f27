import { AppError } from '@tollgate/errors';
import { isPublicUrl } from '@tollgate/outbound';
import { asFieldList, asFields, asText, parseDataUri, type Fields } from '@tollgate/model-kit';

export const inputImagesMax = 8;
export const imageBytesMax = 10 * 1024 * 1024;
const imageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
]);

const base64Share = 0.75;

/**
 * Checks the input images in the messages of a chat. Raises: too_many_images, missing_prompt,
 * invalid_image_url, invalid_image_type, image_too_large.
 */
export function checkImageInputs(body: Fields): number {
  let count = 0;
  for (const [index, message] of asFieldList(body['messages']).entries()) {
    const parts = asFieldList(message['content']);
    const images = parts.filter(({ type }) => type === 'image_url');
    if (images.length === 0) continue;
    count += images.length;
    const param = `messages.${index}.content`;
    if (count > inputImagesMax) throw new AppError('too_many_images', { param });
    if (!parts.some(hasText)) {
      throw new AppError('missing_prompt', {
        message: 'A message with images must say in a text part what to do with them',
        param,
      });
    }
    for (const image of images) checkImage(readUrl(image), param);
  }
  return count;
}

/** Fields in which providers accept input images. */
const inputNames = ['image', 'images', 'image_url'] as const;

/**
 * Checks the input images of a request to the images API. Raises the same, except missing_prompt.
 */
export function checkGivenImages(body: Fields): void {
  for (const param of inputNames) {
    const given = body[param];
    const images = Array.isArray(given) ? (given as readonly unknown[]) : [given];
    if (images.length > inputImagesMax) throw new AppError('too_many_images', { param });
    for (const image of images) {
      const url = findAddress(image);
      if (url !== undefined) checkImage(url, param);
    }
  }
}

/** Of `"…"`, `{url}`, `{image_url: "…"}` or `{image_url: {url}}`. */
function findAddress(image: unknown): string | undefined {
  return asText(image) ?? asText(asFields(image)['url']) ?? (readUrl(asFields(image)) || undefined);
}

function hasText({ text, type }: Fields): boolean {
  return type === 'text' && typeof text === 'string' && text.trim() !== '';
}

export function readUrl(part: Fields): string {
  const { image_url: image } = part;
  return (typeof image === 'string' ? image : asText(asFields(image)['url'])) ?? '';
}

function checkImage(url: string, param: string): void {
  if (/^https:/i.test(url) && isPublicUrl(url)) return;
  const uri = parseDataUri(url);
  if (uri === undefined) {
    throw new AppError('invalid_image_url', {
      message: `${param}: must be a public https address or a base64 data URI`,
      param,
    });
  }
  if (!imageTypes.has(uri.mediaType)) throw new AppError('invalid_image_type', { param });
  if (uri.data.length * base64Share > imageBytesMax)
    throw new AppError('image_too_large', { param });
}
