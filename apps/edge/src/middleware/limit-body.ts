import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { describeBodyLimit, jsonBodyBytesMax } from '@tollgate/http';
import { hasAcceptedType } from '../domain/body-type';
import { getContext, getRoute, type RequestContext } from './request-context';

export function getBodyBytesMax(context: RequestContext): number {
  return getRoute(context).bodyBytesMax ?? jsonBodyBytesMax;
}

export function makeTooLargeError(bytesMax: number): AppError {
  return new AppError('body_too_large', { message: describeBodyLimit(bytesMax) });
}

/**
 * Refuses what the headers alone condemn. A body without a declared length is counted while it
 * passes (see pass-to-owner); no body is ever held in memory here.
 */
export const limitBody: RequestHandler = (request, response, next) => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type');
  }
  if (!hasAcceptedType(getRoute(getContext(response)), request.headers)) {
    const type = request.headers['content-type'] ?? 'none';
    throw new AppError('invalid_content_type', {
      message: `Send the body as JSON, with Content-Type: application/json (got ${type.slice(0, 100)})`,
    });
  }
  const length = request.headers['content-length'];
  const bytesMax = getBodyBytesMax(getContext(response));
  if (length !== undefined && Number(length) > bytesMax) throw makeTooLargeError(bytesMax);
  next();
};
