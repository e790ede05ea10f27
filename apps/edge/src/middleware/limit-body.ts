import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';

export const bodyBytesMax = 10 * 1024 * 1024;

/**
 * Refuses what the headers alone condemn. A body without a declared length is counted while it
 * passes (see pass-to-owner); no body is ever held in memory here.
 */
export const limitBody: RequestHandler = (request, _response, next) => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type');
  }
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length) > bodyBytesMax) throw new AppError('body_too_large');
  next();
};
