import { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { validate } from './validate';

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

function fail(value: unknown): AppError {
  try {
    validate(schema, value);
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
