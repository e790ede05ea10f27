import { makeRecoveryCode, normalizeRecoveryCode } from './recovery-code';

describe('a recovery code', () => {
  it('has four groups without characters that look alike', () => {
    expect(makeRecoveryCode()).toMatch(/^([2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/);
    expect(makeRecoveryCode()).not.toBe(makeRecoveryCode());
  });

  it('is the same in capitals, with spaces and without dashes', () => {
    expect(normalizeRecoveryCode(' ABCD efgh-JKMN pqrs ')).toBe('abcdefghjkmnpqrs');
  });
});
