import { AppError } from '@tollgate/errors';
import type { GivenImage, HostedImage } from '@tollgate/dialects/openai-images';
import { sniffImage } from '@tollgate/media-types';
import type { ObjectStore } from '@tollgate/object-store';
import { parseDataUri } from '@tollgate/model-kit';
import type { HostContext, HostImages } from '../endpoints/images/image-answer';
import { signTicket, type ImageTicket } from './image-ticket';
import { imageBytesMax } from './open-image';

export interface HostImagesOptions {
  readonly store: Pick<ObjectStore, 'put'>;
  readonly key: Buffer;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly getNowMs: () => number;
}

/** How long a client can fetch an image. */
export const imageTtlMs = 60 * 60_000;
export const imagePrefix = 'images/';

/**
 * Gives images a signed address of the gateway: bytes are stored, images with an address are only
 * signed.
 */
export function createHostImages(options: HostImagesOptions): HostImages {
  const { apiUrl, getNowMs, key, store } = options;

  const sign = (source: ImageTicket['source']): string => {
    const token = signTicket({ source, expiresAtMs: getNowMs() + imageTtlMs }, key);
    return `${apiUrl}/v1/images/proxy/${token}`;
  };

  async function host(
    image: GivenImage,
    index: number,
    context: HostContext,
  ): Promise<HostedImage> {
    const { revisedPrompt, url: given } = image;
    const words = revisedPrompt === undefined ? {} : { revisedPrompt };
    const uri = parseDataUri(given);
    if (uri === undefined) {
      const isProviders = hasSameHost(given, context.trustedBaseUrl);
      if (!isProviders && !/^https:/i.test(given)) throw makeUnusable();
      return { ...words, upstreamUrl: given, url: sign({ kind: 'url', url: given, isProviders }) };
    }
    const bytes = Buffer.from(uri.data, 'base64');
    const contentType = sniffImage(bytes);
    if (contentType === undefined || bytes.length > imageBytesMax) throw makeUnusable();
    const path = `${imagePrefix}${context.ulid.toLowerCase()}/${index}`;
    await store.put(path, bytes, { contentType });
    const url = sign({ kind: 'object', key: path, contentType });
    return { ...words, upstreamUrl: url, url };
  }

  return async (images, context) => {
    const bad = images.find(({ url }) => !/^(?:https?|data):/i.test(url));
    if (bad !== undefined) throw makeUnusable();
    try {
      return await Promise.all(images.map((image, index) => host(image, index, context)));
    } catch (error) {
      throw AppError.is(error) ? error : new AppError('pipeline_error', { cause: error });
    }
  };
}

function makeUnusable(): AppError {
  return new AppError('upstream_unavailable', { message: 'The provider sent no usable image' });
}

function hasSameHost(url: string, baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && URL.parse(url)?.host === URL.parse(baseUrl)?.host;
}
