import { AppError } from '@tollgate/errors';
import { findKeyLabel, getKeyLabel, readKeySettings, readKeyType } from './key-fields';

function fail(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('it was accepted');
}

describe('the settings of a key', () => {
  it('are read in the one spelling', () => {
    expect(
      readKeySettings({
        limit: 25,
        limit_reset: 'monthly',
        expires_at: '2030-01-01T00:00:00Z',
        disabled: true,
        allowed_cidrs: ['10.0.0.0/8', '2001:DB8::1'],
      }),
    ).toEqual({
      limitNanos: 25_000_000_000n,
      limitReset: 'monthly',
      limitPeriodLabel: 'monthly',
      expiresAt: new Date('2030-01-01T00:00:00Z'),
      isEnabled: false,
      allowedCidrs: ['10.0.0.0/8', '2001:db8::1'],
    });
  });

  it('are read in the other spelling, whose word for the period is kept', () => {
    expect(
      readKeySettings({
        spendLimitUsd: 0.000000001,
        spendLimitPeriod: 'month',
        expiresAt: null,
        enabled: true,
        allowedCidrs: [],
      }),
    ).toEqual({
      limitNanos: 1n,
      limitReset: 'monthly',
      limitPeriodLabel: 'month',
      expiresAt: null,
      isEnabled: true,
      allowedCidrs: [],
    });
  });

  it('may be sent in both spellings when they agree', () => {
    expect(
      readKeySettings({
        limit: 5,
        spendLimitUsd: 5,
        limit_reset: 'weekly',
        spendLimitPeriod: 'week',
        enabled: true,
        disabled: false,
      }),
    ).toEqual({
      limitNanos: 5_000_000_000n,
      limitReset: 'weekly',
      limitPeriodLabel: 'week',
      isEnabled: true,
    });
  });

  it.each([null, 'none', 'never', 'total'])('with the period %p are a lifetime cap', (word) => {
    expect(readKeySettings({ limit_reset: word })).toEqual({
      limitReset: null,
      limitPeriodLabel: word,
    });
  });

  it('are empty when nothing of them was sent, whatever else was', () => {
    expect(readKeySettings({ role: 'operator', userId: 'user_2', key: 'sk-tg-x' })).toEqual({});
  });

  it.each([
    [{ limit: 5, spendLimitUsd: 6 }, 'bad_request', 'spendLimitUsd'],
    [{ limit: 5, spendLimitUsd: null }, 'bad_request', 'spendLimitUsd'],
    [{ limit_reset: 'daily', spendLimitPeriod: 'week' }, 'bad_request', 'limit_reset'],
    [{ enabled: true, disabled: true }, 'bad_request', 'disabled'],
    [{ allowedCidrs: [], allowed_cidrs: ['10.0.0.1'] }, 'bad_request', 'allowed_cidrs'],
    [{ limit: '5' }, 'bad_request', 'limit'],
    [{ limit: -1 }, 'unsupported_param', 'limit'],
    [{ limit: 1e10 }, 'unsupported_param', 'limit'],
    [{ limit: 0.0000000001 }, 'unsupported_param', 'limit'],
    [{ limit_reset: 'hourly' }, 'unsupported_param', 'limit_reset'],
    [{ limit_reset: 'constructor' }, 'unsupported_param', 'limit_reset'],
    [{ limit_reset: 5 }, 'bad_request', 'limit_reset'],
    [{ expiresAt: 'tomorrow' }, 'unsupported_param', 'expiresAt'],
    [{ expiresAt: '2030-13-01' }, 'unsupported_param', 'expiresAt'],
    [{ expiresAt: '2030-01-01T00:00:00' }, 'unsupported_param', 'expiresAt'],
    [{ expires_at: 1_900_000_000 }, 'bad_request', 'expires_at'],
    [{ enabled: 'yes' }, 'bad_request', 'enabled'],
    [{ allowedCidrs: '10.0.0.1' }, 'bad_request', 'allowedCidrs'],
    [{ allowedCidrs: [1] }, 'unsupported_param', 'allowedCidrs'],
    [{ allowedCidrs: Array(101).fill('10.0.0.1') }, 'unsupported_param', 'allowedCidrs'],
  ])('%j are refused: %s at %s', (body, reason, param) => {
    expect(fail(() => readKeySettings(body))).toMatchObject({ reason, param, status: 400 });
  });
});

describe('the label of a key', () => {
  it('has two names and no space around it', () => {
    expect(findKeyLabel({ name: ' ci ' })).toBe('ci');
    expect(findKeyLabel({ label: 'ci', name: 'ci' })).toBe('ci');
    expect(findKeyLabel({})).toBeUndefined();
  });

  it('is needed, short and printable', () => {
    expect(fail(() => getKeyLabel({}))).toMatchObject({
      reason: 'missing_required_field',
      param: 'name',
    });
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(101)]) {
      expect(fail(() => getKeyLabel({ name })).reason).toBe('unsupported_param');
    }
    expect(fail(() => getKeyLabel({ name: 'a', label: 'b' })).reason).toBe('bad_request');
    expect(fail(() => getKeyLabel({ name: 1 })).reason).toBe('bad_request');
  });
});

describe('the type of a key', () => {
  it('is standard unless management is asked for', () => {
    expect(readKeyType({})).toBe('standard');
    expect(readKeyType({ keyType: 'management' })).toBe('management');
    expect(fail(() => readKeyType({ keyType: 'operator' })).reason).toBe('unsupported_param');
  });
});
