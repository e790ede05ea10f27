/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';
const notNullViolation = '23502';
const serializationFailure = '40001';
const deadlockDetected = '40P01';
const readOnlyTransaction = '25006';
const lockNotAvailable = '55P03';

/** Away, starting, stopping, overloaded or timed out: the same statement may work later. */
const transientClasses = ['08', '53', '57'];
const transientStates = new Set([
  serializationFailure,
  deadlockDetected,
  readOnlyTransaction,
  lockNotAvailable,
  '25P03',
]);
const transientSocketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** pg raises these without a code. */
const transientMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
];

function readText(error: unknown, field: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : '';
}

/** Whether a unique constraint (that one, when named) refused the row. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (readText(error, 'code') !== uniqueViolation) return false;
  return constraint === undefined || readText(error, 'constraint') === constraint;
}

/** Whether a row was refused because it has no value in that column. */
export function isNotNullViolation(
  error: unknown,
  { column, table }: { readonly table: string; readonly column: string },
): boolean {
  if (readText(error, 'code') !== notNullViolation) return false;
  return readText(error, 'table') === table && readText(error, 'column') === column;
}

/** Two transactions conflicted, and this one was rolled back whole. */
export function isConflictError(error: unknown): boolean {
  const code = readText(error, 'code');
  return code === serializationFailure || code === deadlockDetected;
}

/** A lock was not granted in time, or in a circle. What the transaction did is rolled back. */
export function isLockError(error: unknown): boolean {
  const code = readText(error, 'code');
  return code === lockNotAvailable || code === deadlockDetected;
}

/** The server is a standby: another one accepts writes, or this one will after its promotion. */
export class ReadOnlyServerError extends Error {
  readonly code = readOnlyTransaction;
}

/** Whether the server accepts no writes now. */
export function isReadOnlyError(error: unknown): boolean {
  return readText(error, 'code') === readOnlyTransaction;
}

/** Whether a retry makes sense. The statement may still have taken effect. */
export function isTransientDatabaseError(error: unknown): boolean {
  const code = readText(error, 'code');
  if (transientStates.has(code) || transientSocketCodes.has(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return transientClasses.includes(code.slice(0, 2));
  // Several addresses of one host were tried and each failed.
  if (error instanceof AggregateError) return error.errors.every(isTransientDatabaseError);
  const message = readText(error, 'message');
  return transientMessages.some((start) => message.startsWith(start));
}
