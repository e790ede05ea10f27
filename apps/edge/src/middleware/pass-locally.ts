import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import type { LiveStreams } from './live-streams';
import { protectOwnHeaders } from './prepare-answer';
import { getContext } from './request-context';

export interface PassLocallyOptions {
  /** Undefined while the service starts. */
  readonly findHandler: () => RequestListener | undefined;
  readonly liveStreams: Pick<LiveStreams, 'add'>;
}

const retryAfterSeconds = 1;

/**
 * Hands the request and the response themselves to a service of this process. It limits the body
 * and the time that it waits for others by itself, and sees when the client disconnects.
 */
export function passLocally({ findHandler, liveStreams }: PassLocallyOptions): RequestHandler {
  return (request, response) => {
    const handle = findHandler();
    if (handle === undefined) throw new AppError('overloaded', { retryAfterSeconds });
    // The service sees the path by which it knows the route.
    request.originalUrl = request.url;
    const restoreHeaders = protectOwnHeaders(response);
    onHead(response, () => {
      restoreHeaders();
      watchLiveStream(response, liveStreams);
    });
    handle(request, response);
  };
}

/** Calls back when the service has set status and headers, before they are sent. */
function onHead(response: Response, callback: () => void): void {
  const nodesWriteHead = response.writeHead.bind(response);
  const writeHead = (status: number, ...rest: readonly unknown[]): Response => {
    // Not deleted: that would turn the response into a slow object of three more kilobytes.
    response.writeHead = nodesWriteHead;
    response.statusCode = status;
    for (const [name, value] of Object.entries(readHeaders(rest))) {
      if (value !== undefined) response.setHeader(name, value);
    }
    callback();
    return response.writeHead(status);
  };
  response.writeHead = writeHead;
}

/** Services pass headers as an object, if at all. */
function readHeaders(given: readonly unknown[]): OutgoingHttpHeaders {
  const last = given.at(-1);
  if (Array.isArray(last)) throw new Error('headers must be an object');
  return typeof last === 'object' ? { ...last } : {};
}

function watchLiveStream(response: Response, liveStreams: Pick<LiveStreams, 'add'>): void {
  const context = getContext(response);
  if (!context.route?.isLive || response.statusCode !== 200) return;
  // The service may write once more after the stream was ended here.
  response.on('error', () => undefined);
  liveStreams.add({ unpipe: () => undefined }, response, context);
}
