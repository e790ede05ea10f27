import { ApiError } from '../api/api-error';

/**
 * The field of a form that an error of the server is about; undefined when it is about no field.
 * The server names parts of nested values, such as `settings.monthlyBudgetUsd` and
 * `allowedCidrs.0`: the innermost name that the form has is the field.
 */
export function findErrorField<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Field | undefined {
  if (!(error instanceof ApiError) || error.param === undefined) return undefined;
  const names = error.param.split(/[.[\]]+/).toReversed();
  return [error.param, ...names].reduce<Field | undefined>(
    (found, name) => found ?? fields.find((field) => field === name),
    undefined,
  );
}
