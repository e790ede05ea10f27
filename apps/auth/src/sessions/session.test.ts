import { cleanUserAgent, getSessionEnd, isDueForRenewal } from './session';

const login = new Date('2026-01-01T00:00:00Z');

function at(days: number): Date {
  return new Date(login.getTime() + days * 86_400_000);
}

function makeSession(renewedAt: Date) {
  return {
    id: 'sess_1',
    userId: 'user_1',
    createdAt: login,
    renewedAt,
    expiresAt: getSessionEnd(login, renewedAt),
  };
}

describe('a session', () => {
  it('lives for thirty days after its last renewal', () => {
    expect(getSessionEnd(login, at(10))).toEqual(at(40));
  });

  it('never lives longer than ninety days', () => {
    expect(getSessionEnd(login, at(89))).toEqual(at(90));
  });

  it('is renewed once a day', () => {
    expect(isDueForRenewal(makeSession(at(3)), at(3.9))).toBe(false);
    expect(isDueForRenewal(makeSession(at(3)), at(4))).toBe(true);
  });

  it('is not renewed when its end cannot move any more', () => {
    expect(isDueForRenewal(makeSession(at(70)), at(75))).toBe(false);
  });
});

describe('the name of a client', () => {
  it('is short and has no control characters', () => {
    expect(cleanUserAgent(undefined)).toBe('');
    expect(cleanUserAgent(' Mozilla/5.0\r\n\u0000\u009b\u202eX ')).toBe('Mozilla/5.0X');
    expect(cleanUserAgent('a'.repeat(300))).toBe('a'.repeat(200));
    expect([...cleanUserAgent('\u{1f600}'.repeat(300))]).toHaveLength(200);
  });
});
