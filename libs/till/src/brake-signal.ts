/**
 * How billing sends the state of the global brake to every edge: the state is in one key, which
 * is polled, and a change is published as well.
 */
export const brakeSignalKey = 'tollgate:brake';
export const brakeSignalChannel = 'tollgate:brake:changed';

export interface BrakeSignal {
  readonly isTripped: boolean;
  readonly retryAfterSeconds: number;
  /** Unix ms at which it opens by itself; null: only an operator opens it. */
  readonly untilMs: number | null;
}

export const openBrake: BrakeSignal = { isTripped: false, retryAfterSeconds: 0, untilMs: null };

export function formatBrakeSignal(signal: BrakeSignal): string {
  return JSON.stringify(signal);
}

/** Undefined for what is no signal. */
export function parseBrakeSignal(text: string): BrakeSignal | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isSignal(value) ? value : undefined;
}

function isSignal(value: unknown): value is BrakeSignal {
  if (typeof value !== 'object' || value === null) return false;
  const { isTripped, retryAfterSeconds, untilMs } = value as Partial<BrakeSignal>;
  return (
    typeof isTripped === 'boolean' &&
    typeof retryAfterSeconds === 'number' &&
    (untilMs === null || typeof untilMs === 'number')
  );
}
