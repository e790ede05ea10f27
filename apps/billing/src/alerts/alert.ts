import type { Nanos } from '@tollgate/money';
import type { LimitScope, SpendWindow } from '@tollgate/till';

/** Percent of a limit at which its owner gets a mail. */
export const alertThresholds = [50, 80, 95] as const;
export type AlertThreshold = (typeof alertThresholds)[number];

/** A limit in one window of time, and how much of it is used. */
export interface LimitUse {
  readonly walletId: string;
  readonly scope: LimitScope | 'wallet';
  readonly scopeId: string;
  /** How people call it; empty when it has no name. */
  readonly label: string;
  readonly window: SpendWindow | 'balance';
  readonly windowStartMs: number;
  readonly windowEndMs: number | null;
  readonly limitNanos: Nanos;
  readonly usedNanos: Nanos;
}

export interface Alert extends LimitUse {
  readonly id: string;
  readonly threshold: AlertThreshold;
}

/** In ascending order. */
export function listReached(limitNanos: Nanos, usedNanos: Nanos): AlertThreshold[] {
  return alertThresholds.filter((threshold) => usedNanos >= getLevel(limitNanos, threshold));
}

/** What must be used for the next mail; null when there is none. */
export function findNextLevel(limitNanos: Nanos, usedNanos: Nanos): Nanos | null {
  for (const threshold of alertThresholds) {
    const level = getLevel(limitNanos, threshold);
    if (level > usedNanos) return level;
  }
  return null;
}

const hundred = 100n;

function getLevel(limitNanos: Nanos, threshold: AlertThreshold): Nanos {
  return (limitNanos * BigInt(threshold) + hundred - 1n) / hundred;
}
