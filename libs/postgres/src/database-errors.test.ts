import {
  isConflictError,
  isNotNullViolation,
  isTransientDatabaseError,
  isUniqueViolation,
} from './database-errors';

function fail(fields: Record<string, string>): Error {
  return Object.assign(new Error(fields['message'] ?? 'failed'), fields);
}

describe('isUniqueViolation', () => {
  const error = fail({ code: '23505', constraint: 'users_email_key' });

  it('matches the code and, on request, the constraint', () => {
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'users_email_key')).toBe(true);
    expect(isUniqueViolation(error, 'users_pkey')).toBe(false);
    expect(isUniqueViolation(fail({ code: '23503' }))).toBe(false);
    expect(isUniqueViolation(undefined)).toBe(false);
  });
});

describe('isNotNullViolation', () => {
  const error = fail({ code: '23502', table: 'users', column: 'email' });

  it('matches the code, the table and the column', () => {
    expect(isNotNullViolation(error, { table: 'users', column: 'email' })).toBe(true);
    expect(isNotNullViolation(error, { table: 'users', column: 'id' })).toBe(false);
    expect(isNotNullViolation(error, { table: 'keys', column: 'email' })).toBe(false);
    const other = fail({ code: '23505', table: 'users', column: 'email' });
    expect(isNotNullViolation(other, { table: 'users', column: 'email' })).toBe(false);
  });
});

describe('isConflictError', () => {
  it('is true for a rollback because of another transaction', () => {
    expect(isConflictError(fail({ code: '40001' }))).toBe(true);
    expect(isConflictError(fail({ code: '40P01' }))).toBe(true);
    expect(isConflictError(fail({ code: '57P01' }))).toBe(false);
  });
});

describe('isTransientDatabaseError', () => {
  it.each([
    { code: '40001' },
    { code: '55P03' },
    { code: '57014' },
    { code: '57P03' },
    { code: '53300' },
    { code: '08006' },
    { code: 'ECONNREFUSED' },
    { code: 'ECONNRESET' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'Query read timeout' },
    { message: 'timeout exceeded when trying to connect' },
  ])('is true for %p', (fields) => {
    expect(isTransientDatabaseError(fail(fields))).toBe(true);
  });

  it.each([{ code: '23505' }, { code: '42P01' }, { code: '22P02' }, { message: 'something else' }])(
    'is false for %p',
    (fields) => {
      expect(isTransientDatabaseError(fail(fields))).toBe(false);
    },
  );

  it('looks into the failures of several addresses', () => {
    const refused = fail({ code: 'ECONNREFUSED' });
    expect(isTransientDatabaseError(new AggregateError([refused, refused]))).toBe(true);
    expect(isTransientDatabaseError(new AggregateError([refused, fail({})]))).toBe(false);
  });
});
