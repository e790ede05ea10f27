import type { Nanos } from '@tollgate/money';
import type { ApiKey } from './api-key';

/** What one key has spent, from the book. Periods are in UTC. */
export interface KeyUsage {
  readonly totalNanos: Nanos;
  readonly dayNanos: Nanos;
  readonly weekNanos: Nanos;
  readonly monthNanos: Nanos;
  readonly requests: number;
  readonly dayRequests: number;
  readonly weekRequests: number;
  readonly monthRequests: number;
  readonly totalTokens: number;
  readonly lastUsedAt: Date | null;
}

export const noUsage: KeyUsage = {
  totalNanos: 0n,
  dayNanos: 0n,
  weekNanos: 0n,
  monthNanos: 0n,
  requests: 0,
  dayRequests: 0,
  weekRequests: 0,
  monthRequests: 0,
  totalTokens: 0,
  lastUsedAt: null,
};

type Capped = Pick<ApiKey, 'limitNanos' | 'limitReset'>;

/** What the cap leaves in the current period, or null when the key has no cap. */
export function getLimitRemaining(key: Capped, usage: KeyUsage): Nanos | null {
  if (key.limitNanos === null) return null;
  const remaining = key.limitNanos - getSpentInPeriod(key, usage);
  return remaining > 0n ? remaining : 0n;
}

function getSpentInPeriod(key: Capped, usage: KeyUsage): Nanos {
  switch (key.limitReset) {
    case 'daily':
      return usage.dayNanos;
    case 'weekly':
      return usage.weekNanos;
    case 'monthly':
      return usage.monthNanos;
    case null:
      return usage.totalNanos;
  }
}

/** The later of the last billed call and the last look-up: management keys make no billed calls. */
export function getLastUse(
  key: Pick<ApiKey, 'lastUsedAt'>,
  usage: Pick<KeyUsage, 'lastUsedAt'>,
): Date | null {
  const times = [key.lastUsedAt, usage.lastUsedAt].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
}
