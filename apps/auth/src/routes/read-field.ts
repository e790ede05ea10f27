import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';

export type Body = Readonly<Record<string, unknown>>;

/** Turns the raw value of one spelling into the field's value, or throws. */
export type ReadValue<T> = (value: unknown, param: string) => T;

export interface Field<T> {
  /** Every name clients use for it; where two are sent the first one's own form is kept. */
  readonly spellings: Readonly<Record<string, ReadValue<T>>>;
  /** What must be equal for two spellings to agree. */
  readonly compare?: (value: T) => unknown;
}

/** The field under any of its names; undefined when absent, `bad_request` when they disagree. */
export function readField<T>(body: Body, field: Field<T>): T | undefined {
  const compare = field.compare ?? ((value: T) => value);
  const found = Object.entries(field.spellings)
    .filter(([param]) => Object.hasOwn(body, param) && body[param] !== undefined)
    .map(([param, read]) => ({ param, value: read(body[param], param) }));
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  for (const other of others) {
    if (!isDeepStrictEqual(compare(first.value), compare(other.value))) {
      throw new AppError('bad_request', {
        message: `${first.param} and ${other.param} disagree`,
        param: other.param,
      });
    }
  }
  return first.value;
}

export function wrongType(param: string, expected: string): AppError {
  return new AppError('bad_request', { message: `${param} must be ${expected}`, param });
}

export function wrongValue(param: string, expected: string): AppError {
  return new AppError('unsupported_param', { message: `${param} must be ${expected}`, param });
}
