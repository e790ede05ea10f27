import { AppError } from '@tollgate/errors';

/** Raises: unsupported_param for a time in the past. */
export function assertInFuture(
  expiresAt: Date | null | undefined,
  now: Date,
  param = 'expires_at',
): void {
  if (expiresAt && expiresAt <= now) {
    throw new AppError('unsupported_param', { message: `${param} must be in the future`, param });
  }
}
