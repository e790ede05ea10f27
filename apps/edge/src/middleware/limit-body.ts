import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getContext, getRoute, type RequestContext } from './request-context';

const usualBytesMax = 10 * 1024 * 1024;

export function getBodyBytesMax(context: RequestContext): number {
  return getRoute(context).bodyBytesMax ?? usualBytesMax;
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
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length) > getBodyBytesMax(getContext(response)))
    throw new AppError('body_too_large');
  next();
};
