import { AppError, explainSchemaIssue, formatPath, type ErrorName } from '@tollgate/errors';
import type { z } from 'zod';

export interface FieldRules {
  /** Which code the spec gives to a fault in which field; elsewhere it is `unsupported_param`. */
  readonly codes: Readonly<Record<string, ErrorName>>;
  readonly required: readonly string[];
}

/** The first fault of a request, worded as in the specification. */
export function explainIssue(
  issue: z.core.$ZodIssue | undefined,
  body: Readonly<Record<string, unknown>>,
  { codes, required }: FieldRules,
): AppError {
  const [field = ''] = issue?.path.map(String) ?? [];
  const param = formatPath(issue?.path ?? []);
  if (required.includes(field) && body[field] == null) {
    return new AppError('missing_required_field', { message: `${field} is required`, param });
  }
  const message = issue === undefined ? 'The body is not valid' : explainSchemaIssue(issue, body);
  return new AppError(codes[field] ?? 'unsupported_param', { message, param });
}
