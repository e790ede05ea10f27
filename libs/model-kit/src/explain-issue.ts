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
    return AppError.forParam('missing_required_field', param, `${field} is required`);
  }
  const message = issue === undefined ? 'The body is not valid' : explainSchemaIssue(issue, body);
  return AppError.forParam(codes[field] ?? 'unsupported_param', param, message);
}

/** A fault of one field, in a sentence that begins with its name. */
export function makeFault(
  param: string,
  text: string,
  code: ErrorName = 'unsupported_param',
): AppError {
  return AppError.forParam(code, param, `${param} ${text}`);
}
