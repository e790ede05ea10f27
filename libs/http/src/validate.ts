import type { ZodType } from 'zod';
import { AppError, isErrorName, type ErrorName } from '@tollgate/errors';

/** A value outside a documented range or list. */
const outOfRangeCodes = new Set(['invalid_value', 'too_small', 'too_big', 'not_multiple_of']);

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * The typed value, or an AppError for the first fault that names its field: missing is
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
 * The same for a query, whose values are texts: an empty one is absent, one that is given twice is
 * refused, and whatever else is wrong is a value that is not supported.
 */
export function validateQuery<T>(schema: ZodType<T>, query: Readonly<Record<string, unknown>>): T {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const repeated = given.find(([, value]) => typeof value !== 'string');
  if (repeated) throw refuseQuery(repeated[0], 'must be given once');
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const [issue] = result.error.issues as unknown as readonly Issue[];
  throw refuseQuery(issue?.path.map(String).join('.') ?? '', explainQuery(issue));
}

function explainQuery(issue: Issue | undefined): string {
  return issue?.values
    ? `must be one of ${issue.values.join(', ')}`
    : (issue?.message ?? 'is wrong');
}

function refuseQuery(param: string, message: string): AppError {
  return new AppError('unsupported_param', { message: `${param}: ${message}`, param });
}

function toAppError(issue: Issue, value: unknown): AppError {
  if (issue.code === 'unrecognized_keys') {
    const param = issue.keys?.[0] ?? '';
    return new AppError('bad_request', { message: `Unknown field: ${param}`, param });
  }
  const param = issue.path.map(String).join('.');
  const reason = chooseReason(issue, value);
  const message =
    reason === 'missing_required_field' ? `${param} is required` : describe(issue, param);
  return new AppError(reason, { message, param: param === '' ? undefined : param });
}

function chooseReason(issue: Issue, value: unknown): ErrorName {
  const chosen = issue.params?.['reason'];
  if (typeof chosen === 'string' && isErrorName(chosen)) return chosen;
  if (isMissing(issue, value)) return 'missing_required_field';
  return outOfRangeCodes.has(issue.code) ? 'unsupported_param' : 'bad_request';
}

function isMissing(issue: Issue, value: unknown): boolean {
  let current: unknown = value;
  for (const step of issue.path) {
    if (typeof current !== 'object' || current === null) return false;
    current = (current as Record<PropertyKey, unknown>)[step];
  }
  return current === undefined;
}

function describe(issue: Issue, param: string): string {
  return param === '' ? issue.message : `${param}: ${issue.message}`;
}
