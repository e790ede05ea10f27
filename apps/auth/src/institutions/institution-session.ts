import type { Nanos } from '@tollgate/money';

export const sessionStatuses = ['active', 'expired', 'revoked'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** A session of a user of an institution. */
export interface InstitutionSession {
  readonly id: string;
  readonly orgId: string;
  readonly keyId: string;
  readonly email: string;
  readonly quota: SessionBounds;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** Of a whole session; null: no bound. */
export interface SessionBounds {
  readonly requests: bigint | null;
  readonly tokens: bigint | null;
  readonly nanos: Nanos | null;
}

/** The counted bounds as JSON numbers. */
export function toCounts({ requests, tokens }: SessionBounds): {
  readonly requests: number | null;
  readonly tokens: number | null;
} {
  return {
    requests: requests === null ? null : Number(requests),
    tokens: tokens === null ? null : Number(tokens),
  };
}

const tokenPrefix = 'edu-sess-';

export function makeSessionToken(randomText: string): string {
  return tokenPrefix + randomText;
}

export function getSessionLabel({ email }: Pick<InstitutionSession, 'email'>): string {
  return `edu:${email}`;
}

export function getSessionStatus(
  { expiresAt, revokedAt }: Pick<InstitutionSession, 'expiresAt' | 'revokedAt'>,
  now: Date,
): SessionStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt > now ? 'active' : 'expired';
}
