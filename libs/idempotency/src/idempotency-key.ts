import { AppError } from '@tollgate/errors';

export const idempotencyHeader = 'idempotency-key';
const keyPattern = /^[\x20-\x7e]{1,128}$/;

/** The value of the header. Raises unsupported_param. */
export function checkIdempotencyKey(header: unknown): string {
  if (typeof header === 'string' && keyPattern.test(header)) return header;
  throw new AppError('unsupported_param', {
    message: 'Idempotency-Key must have 1 to 128 printable characters',
    param: 'Idempotency-Key',
  });
}
