import Stripe from 'stripe';
import { AppError } from '@tollgate/errors';

/** What Stripe answered stays in the log: its texts name our account's settings. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof Stripe.errors.StripeConnectionError) {
    return new AppError('upstream_unreachable', {
      message: 'The payment provider could not be reached',
      cause,
    });
  }
  if (cause instanceof Stripe.errors.StripeAuthenticationError) {
    return new AppError('upstream_auth_failed', {
      message: 'The payment provider refused the credentials of this service',
      cause,
    });
  }
  return new AppError('upstream_unavailable', { message: 'The payment provider failed', cause });
}
