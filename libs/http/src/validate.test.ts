import { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { validate, validateQuery } from './validate';

const schema = z.strictObject({
  model: z.string(),
  period: z.enum(['daily', 'weekly']).optional(),
  n: z.number().min(1).optional(),
  nested: z.object({ deep: z.array(z.string()) }).optional(),
  email: z
    .string()
    .refine((text) => text.includes('@'), {
      error: 'is no address',
      params: { reason: 'invalid_prompt' },
    })
    .optional(),
});

const fail = (value: unknown): AppError => catchError(() => validate(schema, value));

function catchError(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('it was accepted');
}

describe('validate', () => {
  it('returns what the schema accepts', () => {
    expect(validate(schema, { model: 'a', n: 2 })).toEqual({ model: 'a', n: 2 });
  });

  it.each([
    [{}, 'missing_required_field', 'model'],
    [{ model: 1 }, 'bad_request', 'model'],
    [{ model: null }, 'bad_request', 'model'],
    [{ model: 'a', period: 'hourly' }, 'unsupported_param', 'period'],
    [{ model: 'a', n: 0 }, 'unsupported_param', 'n'],
    [{ model: 'a', nested: {} }, 'missing_required_field', 'nested.deep'],
    [{ model: 'a', nested: { deep: ['x', 1] } }, 'bad_request', 'nested.deep.1'],
    [{ model: 'a', email: 'b' }, 'invalid_prompt', 'email'],
    [{ model: 'a', role: 'operator' }, 'bad_request', 'role'],
  ])('%j is %s at %s', (value, reason, param) => {
    expect(fail(value)).toMatchObject({ reason, param });
  });

  it('names no field when the whole value is wrong', () => {
    expect(fail('text')).toMatchObject({ reason: 'bad_request', param: undefined });
  });
});

describe('validateQuery', () => {
  const query = z.object({
    period: z.enum(['day', 'week']).default('day'),
    limit: z.coerce.number().int().min(1).max(5).default(3),
  });

  it('takes an empty value for an absent one', () => {
    expect(validateQuery(query, { period: '', limit: '4' })).toEqual({ period: 'day', limit: 4 });
  });

  it('ignores unknown fields', () => {
    expect(validateQuery(query, { user: 'user_1' })).toEqual({ period: 'day', limit: 3 });
  });

  it.each([
    [{ period: 'year' }, 'period'],
    [{ period: ['day', 'week'] }, 'period'],
    [{ limit: 'many' }, 'limit'],
    [{ limit: '6' }, 'limit'],
    [{ limit: { a: '1' } }, 'limit'],
  ])('refuses %j with the name of the field', (given, param) => {
    const refusal = catchError(() => validateQuery(query, given));
    expect(refusal).toMatchObject({ reason: 'unsupported_param', param });
  });
});
