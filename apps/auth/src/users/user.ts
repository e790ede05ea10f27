import type { BreakerSettings } from '../accounts/circuit-breaker';

export type UserRole = 'user' | 'operator';

export interface Suspension {
  readonly since: Date;
  /** For operators only. */
  readonly reason: string | null;
}

export interface User {
  readonly id: string;
  /** Lower case: two spellings of one mailbox are one account. */
  readonly email: string;
  readonly name: string | null;
  readonly role: UserRole;
  readonly isEmailVerified: boolean;
  readonly suspension: Suspension | null;
  readonly breaker: BreakerSettings;
  /** A BCP 47 tag; null: the browser decides. */
  readonly locale: string | null;
  /** Whether calls beyond a free quota are paid; a key may override it. */
  readonly hasFreeFallback: boolean;
  readonly createdAt: Date;
  /** Null: the account lives. Afterwards only its id and its history are left. */
  readonly deletedAt: Date | null;
}

/** A user pays from the wallet of the same name. */
export function getWalletId(user: Pick<User, 'id'>): string {
  return user.id;
}

/** Replaces the address of a deleted account; it is not a valid mail address. */
export function makeTombstone(userId: string): string {
  return `deleted:${userId}`;
}

/** What of an account the audit log shows before and after a change. */
export function describeUser(user: User): Record<string, unknown> {
  return {
    email: user.email,
    name: user.name,
    role: user.role,
    emailVerified: user.isEmailVerified,
    suspended: user.suspension !== null,
    suspendedReason: user.suspension?.reason ?? null,
    locale: user.locale,
    freeFallback: user.hasFreeFallback,
  };
}

/** The user has read a mail to the address; configured addresses become operators. */
export function verifyMailbox(user: User, operatorEmails: ReadonlySet<string>): User {
  const role = operatorEmails.has(user.email) ? 'operator' : user.role;
  return { ...user, isEmailVerified: true, role };
}
