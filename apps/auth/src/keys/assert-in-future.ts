import { AppError } from '@tollgate/errors';

/** A key that is born expired is a mistake of the caller. */
export function assertInFuture(
  expiresAt: Date | null | undefined,
  now: Date,
  param = 'expires_at',
): void {
  if (expiresAt && expiresAt <= now) {
    throw new AppError('unsupported_param', { message: `${param} must be in the future`, param });
  }
}
