import type { BreakerSettings } from './circuit-breaker';

export type UserRole = 'user' | 'operator';

export interface User {
  readonly id: string;
  /** Lower case: two spellings of one mailbox are one account. */
  readonly email: string;
  readonly name: string | null;
  readonly role: UserRole;
  readonly isEmailVerified: boolean;
  readonly isSuspended: boolean;
  readonly breaker: BreakerSettings;
  readonly createdAt: Date;
}

/** A user pays from the wallet of the same name. */
export function getWalletId(user: Pick<User, 'id'>): string {
  return user.id;
}

const emailCharactersMax = 254;
/** Whitespace and control characters would let a mail header be forged; one @ only. */
const emailPattern =
  /^[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+@[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+\.[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+$/u;

/** The stored spelling, or undefined when it is no mail address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= emailCharactersMax && emailPattern.test(email) ? email : undefined;
}
