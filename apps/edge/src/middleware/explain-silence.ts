import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getBodyBytesMax, makeTooLargeError } from './limit-body';
import { getContext } from './request-context';

const connectFailures = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_CONNECT_TIMEOUT',
  // This process has no file descriptor left.
  'EMFILE',
  'ENFILE',
]);

/**
 * The error for a service that gave no answer, which it names. A service that refuses connections
 * is restarting: clients are asked to retry.
 */
export function explainSilence(cause: Error, silenceMsMax: number, response: Response): AppError {
  const context = getContext(response);
  if (context.isBodyTooLarge) return makeTooLargeError(getBodyBytesMax(context));
  const service = context.route === undefined ? 'service' : `${context.route.owner} service`;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (connectFailures.has(code)) {
    const message = `The ${service} is temporarily unavailable`;
    return new AppError('overloaded', { message, retryAfterSeconds: 1, cause });
  }
  if (performance.now() - context.startedAtMs >= silenceMsMax) {
    return new AppError('timeout', { message: `The ${service} did not answer in time`, cause });
  }
  return new AppError('internal', {
    status: 502,
    message: `The ${service} failed before it answered`,
    cause,
  });
}
