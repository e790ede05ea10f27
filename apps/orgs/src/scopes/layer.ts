import { nanosPerUsd, type Nanos } from '@tollgate/money';
import { toUsd } from '../shared/usd';

/** A spend breaker as one layer sets it; null follows the layer above. */
export interface BreakerSettings {
  readonly isEnabled: boolean | null;
  readonly minuteNanos: Nanos | null;
  readonly hourNanos: Nanos | null;
}

export interface ResolvedBreaker {
  readonly isEnabled: boolean;
  readonly minuteNanos: Nanos;
  readonly hourNanos: Nanos;
}

/** What an organization, a team and a member each set for themselves. */
export interface Layer {
  /** Empty: this layer allows every model. */
  readonly allowedModels: readonly string[];
  readonly breaker: BreakerSettings;
}

export type ScopeKind = 'org' | 'team' | 'member';

export interface Scope {
  readonly kind: ScopeKind;
  readonly id: string;
}

export const breakerNanosMin: Nanos = nanosPerUsd / 100n;

export const breakerDefaults: ResolvedBreaker = {
  isEnabled: false,
  minuteNanos: 5n * nanosPerUsd,
  hourNanos: 20n * nanosPerUsd,
};

/** The enforced settings: each from the nearest layer that sets it. */
export function resolveBreaker(nearestFirst: readonly BreakerSettings[]): ResolvedBreaker {
  return nearestFirst.reduceRight<ResolvedBreaker>(
    (above, own) => ({
      isEnabled: own.isEnabled ?? above.isEnabled,
      minuteNanos: own.minuteNanos ?? above.minuteNanos,
      hourNanos: own.hourNanos ?? above.hourNanos,
    }),
    breakerDefaults,
  );
}

export interface BreakerDescription {
  readonly cbEnabled: boolean | null;
  readonly cbMinuteUsd: number | null;
  readonly cbHourlyUsd: number | null;
}

/** Also the form that answers show. */
export function describeBreaker(settings: BreakerSettings): BreakerDescription {
  return {
    cbEnabled: settings.isEnabled,
    cbMinuteUsd: toUsd(settings.minuteNanos),
    cbHourlyUsd: toUsd(settings.hourNanos),
  };
}
