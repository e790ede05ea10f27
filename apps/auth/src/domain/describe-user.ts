import type { User } from './user';

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
