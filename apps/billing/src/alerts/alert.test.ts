import fc from 'fast-check';
import { findNextLevel, listReached, type Alert } from './alert';
import { makeAlertMail } from './alert-mail';

const alert: Alert = {
  id: 'alert_1',
  walletId: 'user_1',
  scope: 'key',
  scopeId: 'key_1',
  label: 'ci',
  window: 'monthly',
  windowStartMs: Date.UTC(2026, 10, 1),
  windowEndMs: Date.UTC(2026, 11, 1),
  limitNanos: 10_000_000_000n,
  usedNanos: 8_000_000_000n,
  threshold: 80,
};

describe('thresholds of a limit', () => {
  it.each([
    [0n, [], 50n],
    [49n, [], 50n],
    [50n, [50], 80n],
    [94n, [50, 80], 95n],
    [95n, [50, 80, 95], null],
    [1_000n, [50, 80, 95], null],
  ])('at %s of 100 are %j', (used, reached, next) => {
    expect(listReached(100n, used)).toEqual(reached);
    expect(findNextLevel(100n, used)).toBe(next);
  });

  it('are reached exactly at the level that was foretold', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(amounts, amounts, (limit, used) => {
        const next = findNextLevel(limit, used);
        if (next === null) return;
        const count = listReached(limit, used).length;
        expect(listReached(limit, next - 1n)).toHaveLength(count);
        expect(listReached(limit, next).length).toBeGreaterThan(count);
      }),
    );
  });
});

describe('the mail', () => {
  it('names what is used, what is left and until when', () => {
    expect(makeAlertMail(alert, 'Ada', 'https://tollgate.example')).toEqual({
      subject: '80 % of the monthly spend limit of the key "ci" is used',
      text: [
        'Hello Ada,',
        '',
        '80 % of the monthly spend limit of the key "ci" is used: USD 8 of USD 10. USD 2 is left.',
        'When the limit is reached, calls are refused until 2026-12-01T00:00:00.000Z.',
        '',
        'See what was spent on: https://tollgate.example',
        '',
      ].join('\n'),
    });
  });

  it('about credit says to top up, in cents where there are any', () => {
    const mail = makeAlertMail(
      {
        ...alert,
        scope: 'wallet',
        window: 'balance',
        windowEndMs: null,
        threshold: 95,
        usedNanos: 9_504_999_999n,
      },
      '',
      'https://tollgate.example',
    );
    expect(mail.subject).toBe('95 % of your credit is used');
    expect(mail.text).toContain('USD 9.5 of USD 10. USD 0.495000001 is left.');
    expect(mail.text).toContain('until you top up');
  });

  it('keeps names on their line', () => {
    const label = `evil\r\nBcc: x@y.z\u202e ${'x'.repeat(100)}`;
    const { subject, text } = makeAlertMail({ ...alert, label }, 'A\nB', 'https://t.example');
    expect(subject).not.toMatch(/[\r\n\u202e]/);
    expect(subject.length).toBeLessThan(200);
    expect(text.split('\n')[0]).toBe('Hello A B,');
  });
});
