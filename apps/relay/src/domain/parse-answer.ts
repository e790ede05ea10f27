import { AppError } from '@tollgate/errors';
import { isFields, type Fields } from '@tollgate/model-kit';

/** Parses the JSON object of an answer. Raises: upstream_unavailable. */
export function parseAnswer(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // Handled below, like anything that is not an object.
  }
  throw new AppError('upstream_unavailable', {
    message: 'The provider answered with something unreadable',
  });
}
