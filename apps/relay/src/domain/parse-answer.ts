import { AppError } from '@tollgate/errors';
import { isFields, type Fields } from '@tollgate/model-kit';

/** The object that a provider answered. Raises: upstream_unavailable. */
export function parseAnswer(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // Falls through: not JSON is as unusable as not an object.
  }
  throw new AppError('upstream_unavailable', {
    message: 'The provider answered with something unreadable',
  });
}
