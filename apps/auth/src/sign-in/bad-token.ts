import { AppError } from '@tollgate/errors';

/** One text for every token that does not count, whatever the reason. */
export function makeBadTokenError(): AppError {
  return new AppError('bad_request', {
    message: 'This link is not valid any more. Please ask for a new one.',
    param: 'token',
  });
}
