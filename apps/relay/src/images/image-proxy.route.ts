import type { RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { openTicket } from './image-ticket';
import { waitForDrain } from '../call/answer/wait-for-drain';
import { imageBytesMax, type OpenedImage, type OpenImage } from './open-image';

/** Browsers must not run the content or interpret it as anything else. */
const safetyHeaders = {
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Streams the image of a signed token, without further authentication. */
export function createImageProxyRoute(
  openImage: OpenImage,
  keys: readonly Buffer[],
  getNowMs: () => number = Date.now,
): RequestHandler {
  return async (request, response) => {
    const ticket = openTicket(String(request.params['token']), keys, getNowMs());
    // Does not reveal whether it was forged or has expired.
    if (ticket === undefined) throw new AppError('not_found');
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const image = await openImage(ticket.source, gone.signal);
    response.writeHead(200, {
      ...safetyHeaders,
      'content-type': image.contentType,
      'cache-control': 'public, max-age=3600, immutable',
    });
    await send(image, response);
  };
}

/**
 * An image above the limit, or a broken one, ends the connection, so that the client sees it is
 * incomplete.
 */
async function send(image: OpenedImage, response: Response): Promise<void> {
  response.once('close', image.destroy);
  let bytes = image.head.length;
  try {
    response.write(image.head);
    for await (const chunk of image.rest) {
      bytes += chunk.length;
      if (bytes > imageBytesMax) throw new RangeError('image too large');
      if (!response.write(chunk)) await waitForDrain(response);
    }
    response.end();
  } catch {
    response.destroy();
  } finally {
    image.destroy();
  }
}
