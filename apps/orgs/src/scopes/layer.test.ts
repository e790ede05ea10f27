import { breakerDefaults, resolveBreaker, type BreakerSettings } from './layer';

const nothing: BreakerSettings = { isEnabled: null, minuteNanos: null, hourNanos: null };

describe('the settings of a breaker', () => {
  it('are the defaults of the platform where no layer has any', () => {
    expect(resolveBreaker([nothing, nothing, nothing])).toEqual(breakerDefaults);
    expect(resolveBreaker([])).toEqual(breakerDefaults);
  });

  it('come each from the nearest layer that has it', () => {
    const member = { ...nothing, minuteNanos: 1n };
    const team = { ...nothing, minuteNanos: 2n, hourNanos: 20n };
    const org = { isEnabled: true, minuteNanos: 3n, hourNanos: 30n };
    const resolved = { isEnabled: true, minuteNanos: 1n, hourNanos: 20n };
    expect(resolveBreaker([member, team, org])).toEqual(resolved);
  });

  it('can be switched off by a near layer under one that switched them on', () => {
    const off = { ...nothing, isEnabled: false };
    const on = { ...nothing, isEnabled: true };
    expect(resolveBreaker([off, on]).isEnabled).toBe(false);
  });
});
