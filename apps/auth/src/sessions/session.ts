/** Where a session was opened, so that users can tell their sessions apart. */
export interface SessionOrigin {
  readonly userAgent: string;
  readonly ip: string;
}

export interface Session extends SessionOrigin {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  /** When it was last prolonged. */
  readonly renewedAt: Date;
  readonly expiresAt: Date;
}

const dayMs = 24 * 60 * 60 * 1_000;
export const sessionLifeMs = 30 * dayMs;
const sessionLifeMsMax = 90 * dayMs;
const renewAfterMs = dayMs;

/** Thirty days from now, but never more than ninety from the login. */
export function getSessionEnd(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + sessionLifeMs, createdAt.getTime() + sessionLifeMsMax));
}

/** A used session is prolonged once a day, so that using it does not mean writing it. */
export function isDueForRenewal(
  session: Pick<Session, 'createdAt' | 'renewedAt' | 'expiresAt'>,
  now: Date,
): boolean {
  return (
    now.getTime() - session.renewedAt.getTime() >= renewAfterMs &&
    getSessionEnd(session.createdAt, now) > session.expiresAt
  );
}

const userAgentCharactersMax = 200;

/** As a client named itself, short and without characters that could forge a line or an order. */
export function cleanUserAgent(text: string | undefined): string {
  const printable = (text ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '');
  return [...printable.trim()].slice(0, userAgentCharactersMax).join('');
}
