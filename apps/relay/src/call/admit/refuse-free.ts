import { AppError } from '@tollgate/errors';
import type { QuotaCap } from './free-quota';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export interface ReachedQuota {
  readonly cap: QuotaCap;
  /** The requested model. */
  readonly name: string;
  readonly requestsPerMinute: number;
  readonly unitsPerDay: number;
}

/** The error for a used-up free quota. */
export function makeQuotaError(reached: ReachedQuota, nowMs: number): AppError {
  const { cap, name, requestsPerMinute, unitsPerDay } = reached;
  const endMs = getWindowEndMs(cap, nowMs);
  const seconds = Math.max(1, Math.ceil((endMs - nowMs) / 1_000));
  const limit = cap === 'rpm' ? requestsPerMinute : unitsPerDay;
  const what = cap === 'rpm' ? `${limit} requests per minute` : `${limit} units per day`;
  return new AppError('rate_limited', {
    message: `Free quota of ${name} exceeded: ${what}. Please try again in ${seconds}s.`,
    retryAfterSeconds: seconds,
    metadata: {
      scope: 'free_tier',
      window: cap === 'rpm' ? 'minute' : 'daily',
      limit,
      resets_at: new Date(endMs).toISOString(),
    },
    headers: {
      ...renderQuotaHeaders({ limit, remaining: 0, endMs }),
      // Clients must not retry for hours.
      ...(cap === 'daily' && { 'x-should-retry': 'false' }),
    },
  });
}

export function getWindowEndMs(cap: QuotaCap, nowMs: number): number {
  const lengthMs = cap === 'rpm' ? minuteMs : dayMs;
  return (Math.floor(nowMs / lengthMs) + 1) * lengthMs;
}

export function renderQuotaHeaders(state: {
  readonly limit: number;
  readonly remaining: number;
  readonly endMs: number;
}): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(Math.floor(state.endMs / 1_000)),
  };
}
