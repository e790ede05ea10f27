import type { Nanos } from '@tollgate/money';
import {
  getWindowEndMs,
  openBrake,
  type BrakeSignal,
  type PlatformSpendReading,
} from '@tollgate/till';

export const brakeStates = ['off', 'auto', 'manual'] as const;
export type BrakeState = (typeof brakeStates)[number];

/** The global brake as the operator set it. */
export interface BrakeSettings {
  /** `auto`: armed, trips at its limits; `manual`: tripped now. */
  readonly state: BrakeState;
  readonly minuteLimitNanos: Nanos;
  readonly hourLimitNanos: Nanos;
  /** The Retry-After of refused calls while an operator holds the brake. */
  readonly retryAfterSeconds: number;
  readonly reason: string;
}

export type BrakeWindow = 'minute' | 'hour';

/** A stop by the platform's own spend ends soon by itself. */
const autoRetryAfterSeconds = 30;

/** The windows whose limit is reached; the hour first, because it lasts longer. */
export function findReachedWindows(
  settings: BrakeSettings,
  spend: PlatformSpendReading,
): BrakeWindow[] {
  if (settings.state !== 'auto') return [];
  const reached: BrakeWindow[] = [];
  if (spend.hourNanos >= settings.hourLimitNanos) reached.push('hour');
  if (spend.minuteNanos >= settings.minuteLimitNanos) reached.push('minute');
  return reached;
}

/** The state that edges read. */
export function makeBrakeSignal(settings: BrakeSettings, spend: PlatformSpendReading): BrakeSignal {
  if (settings.state === 'manual') {
    return { isTripped: true, retryAfterSeconds: settings.retryAfterSeconds, untilMs: null };
  }
  const [window] = findReachedWindows(settings, spend);
  if (window === undefined) return openBrake;
  const untilMs = getWindowEndMs(window, spend.nowMs) ?? null;
  return { isTripped: true, retryAfterSeconds: autoRetryAfterSeconds, untilMs };
}
