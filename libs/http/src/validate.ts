import type { ZodType } from 'zod';
import {
  AppError,
  explainSchemaIssue,
  findValue,
  formatPath,
  isErrorName,
  type ErrorName,
  type SchemaIssue,
} from '@tollgate/errors';

/** A value outside a documented range or list. */
const outOfRangeCodes = new Set(['invalid_value', 'too_small', 'too_big', 'not_multiple_of']);

type Issue = SchemaIssue & { readonly params?: Readonly<Record<string, unknown>> };

/**
 * The typed value, or an AppError for the first fault, with its field: missing is
 * `missing_required_field`, out of range `unsupported_param`, the rest `bad_request`. A refinement
 * chooses its own code with `params: { reason: '<catalogue name>' }`.
 */
export function validate<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues as unknown as readonly Issue[];
  if (issue === undefined) throw new AppError('bad_request');
  throw toAppError(issue, value);
}

/**
 * The same for a query, whose values are texts: an empty one is absent, a repeated one is
 * refused, and any other fault is an unsupported value.
 */
export function validateQuery<T>(schema: ZodType<T>, query: Readonly<Record<string, unknown>>): T {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const repeated = given.find(([, value]) => typeof value !== 'string');
  if (repeated) {
    const [param] = repeated;
    throw new AppError('unsupported_param', { message: `${param} must be given once`, param });
  }
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const [issue] = result.error.issues as unknown as readonly Issue[];
  if (issue === undefined) throw new AppError('bad_request');
  const message = explainSchemaIssue(issue, Object.fromEntries(given));
  throw new AppError('unsupported_param', { message, param: formatPath(issue.path) });
}

function toAppError(issue: Issue, value: unknown): AppError {
  if (issue.code === 'unrecognized_keys') {
    const param = formatPath([...issue.path, issue.keys?.[0] ?? '']);
    return new AppError('bad_request', { message: `Unknown field: ${param}`, param });
  }
  const param = formatPath(issue.path);
  const reason = chooseReason(issue, value);
  const message =
    reason === 'missing_required_field' ? `${param} is required` : explainSchemaIssue(issue, value);
  return new AppError(reason, { message, param: param === '' ? undefined : param });
}

function chooseReason(issue: Issue, value: unknown): ErrorName {
  const chosen = issue.params?.['reason'];
  if (typeof chosen === 'string' && isErrorName(chosen)) return chosen;
  if (findValue(value, issue.path) === undefined) return 'missing_required_field';
  const { code = '' } = issue;
  return outOfRangeCodes.has(code) ? 'unsupported_param' : 'bad_request';
}
