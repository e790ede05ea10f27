import { AppError } from '@tollgate/errors';

/** A key that is born expired is a mistake of the caller. */
export function assertInFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) {
    throw new AppError('unsupported_param', {
      message: 'expires_at must be in the future',
      param: 'expires_at',
    });
  }
}
