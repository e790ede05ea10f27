import { AppError, type ErrorName } from '@tollgate/errors';

/** Undefined in place of `not_found`. */
export async function undefinedIfNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (AppError.is(error, 'not_found')) return undefined;
    throw error;
  }
}

/**
 * Passes the `expected` error on and turns every other one into `overloaded`: whether the neighbour
 * is away, late or broken, the question is not answered and the caller may retry.
 */
export async function overloadedUnless<T>(expected: ErrorName, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (AppError.is(cause, expected)) throw cause;
    throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
  }
}
