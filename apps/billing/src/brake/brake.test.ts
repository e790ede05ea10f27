import { findReachedWindows, makeBrakeSignal, type BrakeSettings } from './brake';

const settings: BrakeSettings = {
  state: 'auto',
  minuteLimitNanos: 10n,
  hourLimitNanos: 100n,
  retryAfterSeconds: 600,
  reason: '',
};
const nowMs = Date.UTC(2026, 10, 15, 10, 17, 42);
const open = { isTripped: false };

describe('the brake', () => {
  it('trips by itself at the limit of a window, until that window ends', () => {
    expect(makeBrakeSignal(settings, { nowMs, minuteNanos: 9n, hourNanos: 99n })).toMatchObject(
      open,
    );
    expect(makeBrakeSignal(settings, { nowMs, minuteNanos: 10n, hourNanos: 99n })).toEqual({
      isTripped: true,
      retryAfterSeconds: 30,
      untilMs: Date.UTC(2026, 10, 15, 10, 18),
    });
    expect(makeBrakeSignal(settings, { nowMs, minuteNanos: 10n, hourNanos: 100n })).toMatchObject({
      untilMs: Date.UTC(2026, 10, 15, 11),
    });
  });

  it('names every window that is reached', () => {
    const spend = { nowMs, minuteNanos: 10n, hourNanos: 100n };
    expect(findReachedWindows(settings, spend)).toEqual(['hour', 'minute']);
    expect(findReachedWindows({ ...settings, state: 'off' }, spend)).toEqual([]);
  });

  it('set by hand stays until an operator opens it', () => {
    const spend = { nowMs, minuteNanos: 0n, hourNanos: 0n };
    expect(makeBrakeSignal({ ...settings, state: 'manual' }, spend)).toEqual({
      isTripped: true,
      retryAfterSeconds: 600,
      untilMs: null,
    });
  });

  it('that is off never trips', () => {
    const spend = { nowMs, minuteNanos: 1_000n, hourNanos: 1_000n };
    expect(makeBrakeSignal({ ...settings, state: 'off' }, spend)).toMatchObject(open);
  });
});
