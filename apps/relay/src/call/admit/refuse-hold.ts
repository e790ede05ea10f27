import { AppError, type ErrorMetadata } from '@tollgate/errors';
import { formatUsd, nanosToUsdNumber, type Nanos } from '@tollgate/money';
import { getWindowEndMs, type SpendWindow } from '@tollgate/till';
import type { Refusal } from './holds';

type LimitRefusal = Extract<Refusal, { kind: 'limit-reached' }>;
type FundsRefusal = Extract<Refusal, { kind: 'no-funds' }>;

/** The error for a hold that the till refused. */
export function makeRefusal(refusal: Refusal, requiredNanos: Nanos): AppError {
  if (refusal.kind === 'no-funds') return makeFundsError(refusal, requiredNanos);
  if (refusal.limit.rule === 'settled') return makeBreakerError(refusal);
  return refusal.limit.scope === 'key' ? makeCapError(refusal) : makeBudgetError(refusal);
}

function makeFundsError(refusal: FundsRefusal, requiredNanos: Nanos): AppError {
  const available = nanosToUsdNumber(refusal.availableNanos < 0n ? 0n : refusal.availableNanos);
  const required = nanosToUsdNumber(requiredNanos);
  const need = `This request may cost up to $${required}, but only $${available}`;
  if (refusal.creditNanos > 0n) {
    const limit = nanosToUsdNumber(refusal.creditNanos);
    return new AppError('credit_limit_exceeded', {
      message: `${need} of the credit line is left.`,
      metadata: { scope: 'wallet', limit, available, required },
    });
  }
  return new AppError('insufficient_credits', {
    message: `${need} is available. Top up to continue.`,
    metadata: { scope: 'wallet', available, required },
  });
}

function makeBreakerError(refusal: LimitRefusal): AppError {
  const { limit, nowMs } = refusal;
  const endMs = getWindowEndMs(limit.window, nowMs) ?? nowMs;
  const threshold = formatPrice(limit.limitNanos);
  return new AppError('spend_breaker', {
    message:
      `Spend breaker tripped: ${limit.scope} scope, ${limit.window} window` +
      ` (limit $${threshold}). Resets at ${formatTime(endMs)}.`,
    retryAfterSeconds: Math.max(1, Math.ceil((endMs - nowMs) / 1_000)),
    headers: { 'x-should-retry': 'false' },
    metadata: describeLimit(refusal),
  });
}

function makeCapError(refusal: LimitRefusal): AppError {
  const { limitNanos, window } = refusal.limit;
  const limit = nanosToUsdNumber(limitNanos);
  return new AppError('spend_limit_exceeded', {
    message: `This key has reached its ${nameWindow(window)} spend limit of $${limit}.`,
    metadata: { period: window, ...describeLimit(refusal) },
  });
}

function makeBudgetError(refusal: LimitRefusal): AppError {
  const { limitNanos, scope, window } = refusal.limit;
  const limit = nanosToUsdNumber(limitNanos);
  return new AppError('budget_cap_reached', {
    message: `The ${nameWindow(window)} budget of $${limit} of this ${scope} is used up.`,
    metadata: describeLimit(refusal),
  });
}

function describeLimit({ limit, nowMs, reservedNanos, spentNanos }: LimitRefusal): ErrorMetadata {
  const endMs = getWindowEndMs(limit.window, nowMs);
  return {
    scope: limit.scope,
    window: limit.window,
    limit: nanosToUsdNumber(limit.limitNanos),
    spent: nanosToUsdNumber(spentNanos),
    reserved: nanosToUsdNumber(reservedNanos),
    ...(endMs === undefined ? {} : { resets_at: new Date(endMs).toISOString() }),
  };
}

function nameWindow(window: SpendWindow): string {
  return window === 'total' ? 'lifetime' : window;
}

/** At least two decimals, as prices are written. */
function formatPrice(nanos: Nanos): string {
  const [whole = '0', fraction = ''] = formatUsd(nanos).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

/** Window ends fall on whole seconds. */
function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}
