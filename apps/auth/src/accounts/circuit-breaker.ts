import { nanosPerUsd, nanosToUsdNumber, type Nanos } from '@tollgate/money';

/** A spend breaker as its owner set it; an amount of null follows the default. */
export interface BreakerSettings {
  readonly isEnabled: boolean;
  readonly minuteNanos: Nanos | null;
  readonly hourNanos: Nanos | null;
}

export interface ResolvedBreaker {
  readonly isEnabled: boolean;
  readonly minuteNanos: Nanos;
  readonly hourNanos: Nanos;
}

export const breakerNanosMin: Nanos = nanosPerUsd / 100n;

export const breakerDefaults: ResolvedBreaker = {
  isEnabled: false,
  minuteNanos: 5n * nanosPerUsd,
  hourNanos: 20n * nanosPerUsd,
};

/** New accounts have no spend breaker. */
export const noBreaker: BreakerSettings = {
  isEnabled: breakerDefaults.isEnabled,
  minuteNanos: null,
  hourNanos: null,
};

/** What is enforced. */
export function resolveBreaker(settings: BreakerSettings): ResolvedBreaker {
  return {
    isEnabled: settings.isEnabled,
    minuteNanos: settings.minuteNanos ?? breakerDefaults.minuteNanos,
    hourNanos: settings.hourNanos ?? breakerDefaults.hourNanos,
  };
}

export type BreakerDescription = Readonly<{
  cbEnabled: boolean;
  cbMinuteUsd: number | null;
  cbHourlyUsd: number | null;
}>;

/** As answers and the audit log show it. */
export function describeBreaker(settings: BreakerSettings): BreakerDescription {
  return {
    cbEnabled: settings.isEnabled,
    cbMinuteUsd: settings.minuteNanos === null ? null : nanosToUsdNumber(settings.minuteNanos),
    cbHourlyUsd: settings.hourNanos === null ? null : nanosToUsdNumber(settings.hourNanos),
  };
}
