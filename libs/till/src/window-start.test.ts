import { getWindowEndMs, getWindowStartMs } from './window-start';
import { formatCounterField, parseCounterField } from './limits';

const at = (text: string): number => Date.parse(text);

describe('spend windows', () => {
  it.each([
    ['minute', '2026-11-15T10:17:42.5Z', '2026-11-15T10:17:00Z', '2026-11-15T10:18:00Z'],
    ['hour', '2026-11-15T10:17:42Z', '2026-11-15T10:00:00Z', '2026-11-15T11:00:00Z'],
    ['daily', '2026-11-15T10:17:42Z', '2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['weekly', '2026-11-15T10:17:42Z', '2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['weekly', '2026-11-16T00:00:00Z', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['monthly', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['monthly', '2028-02-29T12:00:00Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  ] as const)('a %s window around %s begins at %s and ends at %s', (window, time, start, end) => {
    expect(getWindowStartMs(window, at(time))).toBe(at(start));
    expect(getWindowEndMs(window, at(time))).toBe(at(end));
  });

  it('a lifetime window never ends', () => {
    expect(getWindowStartMs('total', at('2026-11-15T00:00:00Z'))).toBe(0);
    expect(getWindowEndMs('total', at('2026-11-15T00:00:00Z'))).toBeUndefined();
  });
});

describe('counter fields', () => {
  it('are read back as they were written', () => {
    const counter = { scope: 'key', scopeId: 'key_1', window: 'monthly' } as const;
    expect(parseCounterField(formatCounterField(counter))).toEqual(counter);
  });

  it('are refused when the scope or window is unknown', () => {
    expect(() => parseCounterField('planet|earth|monthly')).toThrow(RangeError);
    expect(() => parseCounterField('key||monthly')).toThrow(RangeError);
  });
});
