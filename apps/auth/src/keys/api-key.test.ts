import { applyKeyChange, getKeyHints, isExpired, makeKeySecret, type ApiKey } from './api-key';

const key: ApiKey = {
  id: 'key_1',
  userId: 'user_1',
  org: null,
  label: 'ci',
  type: 'standard',
  prefix: 'sk-tg-AbC123',
  suffix: 'x9Qz',
  isEnabled: true,
  limitNanos: 5n,
  limitReset: 'monthly',
  limitPeriodLabel: 'month',
  expiresAt: null,
  allowedCidrs: [],
  hasFreeFallback: true,
  createdAt: new Date(0),
  lastUsedAt: null,
  previousEndsAt: null,
  disabled: null,
  deleted: null,
};

describe('an API key', () => {
  it('keeps what a change does not name', () => {
    expect(applyKeyChange(key, { limitNanos: 7n })).toEqual({ ...key, limitNanos: 7n });
  });

  it('loses its period together with its cap', () => {
    expect(applyKeyChange(key, { limitNanos: null, limitReset: 'daily' })).toEqual({
      ...key,
      limitNanos: null,
      limitReset: null,
      limitPeriodLabel: null,
    });
  });

  it('shows only the two ends of its secret', () => {
    const secret = makeKeySecret('management', 'A'.repeat(39) + 'wxyz');
    expect(secret).toMatch(/^sk-tg-mg-A{39}wxyz$/);
    expect(getKeyHints(secret)).toEqual({ prefix: 'sk-tg-mg-AAA', suffix: 'wxyz' });
  });

  it('expires at its time, not after it', () => {
    const expiresAt = new Date(1_000);
    expect(isExpired({ expiresAt }, new Date(999))).toBe(false);
    expect(isExpired({ expiresAt }, new Date(1_000))).toBe(true);
    expect(isExpired(key, new Date(8e15))).toBe(false);
  });
});
