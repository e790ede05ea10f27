import { AppError } from '@tollgate/errors';
import { validate } from '@tollgate/http';
import { z } from 'zod';
import type { KeyChange } from './api-key';
import { createKeyBody, updateKeyBody } from './key-bodies';

function readKeySettings(body: object): KeyChange {
  const { settings } = validate(createKeyBody, { name: 'ci', ...body });
  const { change } = validate(updateKeyBody, body);
  // A setting means the same when a key is made as when it is changed.
  expect(settings).toEqual(change);
  return change;
}

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
        freeFallback: false,
      }),
    ).toEqual({
      limitNanos: 25_000_000_000n,
      limitReset: 'monthly',
      limitPeriodLabel: 'monthly',
      expiresAt: new Date('2030-01-01T00:00:00Z'),
      isEnabled: false,
      allowedCidrs: ['10.0.0.0/8', '2001:db8::1'],
      hasFreeFallback: false,
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
    const others = JSON.parse(
      `{"role":"operator","orgId":"org_1","userId":"user_2","balance":9,"key":"sk-tg-x","id":"key_2",
        "__proto__":{"enabled":false},"constructor":1}`,
    ) as object;
    expect(readKeySettings(others)).toEqual({});
    expect(readKeySettings({})).toEqual({});
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
    [{ expiresAt: '2030-02-31' }, 'unsupported_param', 'expiresAt'],
    [{ expiresAt: '2030-01-01T00:00:00Z', expires_at: null }, 'bad_request', 'expires_at'],
    [{ enabled: 'yes' }, 'bad_request', 'enabled'],
    [{ enabled: null }, 'bad_request', 'enabled'],
    [{ freeFallback: 1 }, 'bad_request', 'freeFallback'],
    [{ limit_reset: 'Monthly' }, 'unsupported_param', 'limit_reset'],
    [{ limit_reset: '__proto__' }, 'unsupported_param', 'limit_reset'],
    [{ allowed_cidrs: ['2001:db8::/32'] }, 'unsupported_param', 'allowed_cidrs'],
    [{ allowed_cidrs: null }, 'bad_request', 'allowed_cidrs'],
    [{ allowedCidrs: '10.0.0.1' }, 'bad_request', 'allowedCidrs'],
    [{ allowedCidrs: [1] }, 'unsupported_param', 'allowedCidrs'],
    [{ allowedCidrs: Array(101).fill('10.0.0.1') }, 'unsupported_param', 'allowedCidrs'],
  ])('%j are refused: %s at %s', (body, reason, param) => {
    expect(fail(() => readKeySettings(body))).toMatchObject({ reason, param, status: 400 });
  });
});

describe('the label of a key', () => {
  it('has two names and no space around it', () => {
    expect(validate(updateKeyBody, { name: ' ci ' }).label).toBe('ci');
    expect(validate(updateKeyBody, { label: 'ci', name: 'ci' }).label).toBe('ci');
    expect(validate(updateKeyBody, {}).label).toBeUndefined();
    expect(validate(createKeyBody, { label: 'ci' }).label).toBe('ci');
  });

  it('is needed, short and printable', () => {
    expect(fail(() => validate(createKeyBody, {}))).toMatchObject({
      reason: 'missing_required_field',
      param: 'name',
    });
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(101)]) {
      expect(fail(() => validate(createKeyBody, { name })).reason).toBe('unsupported_param');
    }
    for (const body of [{ name: 'a', label: 'b' }, { name: 1 }, { name: null }]) {
      expect(fail(() => validate(createKeyBody, body)).reason).toBe('bad_request');
      expect(fail(() => validate(updateKeyBody, body)).reason).toBe('bad_request');
    }
  });
});

describe('the type of a key', () => {
  const readType = (keyType: unknown) => validate(createKeyBody, { name: 'ci', keyType }).type;

  it('is standard unless management is asked for', () => {
    expect(readType(undefined)).toBe('standard');
    expect(readType(null)).toBe('standard');
    expect(readType('management')).toBe('management');
    expect(fail(() => readType('operator'))).toMatchObject({
      reason: 'unsupported_param',
      param: 'keyType',
    });
  });

  it('is no setting that could be changed', () => {
    expect(validate(updateKeyBody, { keyType: 'operator' })).toEqual({ change: {} });
  });
});

describe('the bodies', () => {
  it('are described with every name of every field', () => {
    const { properties } = z.toJSONSchema(createKeyBody, { io: 'input' });
    expect(Object.keys(properties ?? {}).toSorted()).toEqual([
      'allowedCidrs',
      'allowed_cidrs',
      'disabled',
      'enabled',
      'expiresAt',
      'expires_at',
      'freeFallback',
      'keyType',
      'label',
      'limit',
      'limit_reset',
      'memberId',
      'name',
      'spendLimitPeriod',
      'spendLimitUsd',
      'teamId',
    ]);
    for (const property of Object.values(properties ?? {})) {
      expect(property).toMatchObject({ description: expect.any(String) });
    }
    expect(properties?.['limit_reset']).toMatchObject({
      enum: expect.arrayContaining(['monthly', 'month', 'total', null]),
    });
    expect(properties?.['allowedCidrs']).toMatchObject({
      items: { type: 'string' },
      maxItems: 100,
    });
  });
});
