import { nanosToUsdNumber } from '@tollgate/money';
import type { Session } from '../domain/session';
import type { User } from '../domain/user';
import type { Account } from '../use-cases/get-account';
import { formatTime } from './format-time';

type Json = Record<string, unknown>;

export function renderUser(user: User): Json {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    emailVerified: user.isEmailVerified,
    suspended: user.isSuspended,
    createdAt: formatTime(user.createdAt),
  };
}

export function renderSession(session: Session): Json {
  return {
    id: session.id,
    createdAt: formatTime(session.createdAt),
    expiresAt: formatTime(session.expiresAt),
  };
}

export function renderAccount({ user, wallet, reservedNanos, isFreeTier }: Account): Json {
  return {
    user: renderUser(user),
    credits: {
      balance: nanosToUsdNumber(wallet.balanceNanos),
      totalCredits: nanosToUsdNumber(wallet.totalCreditsNanos),
      totalUsage: nanosToUsdNumber(wallet.totalUsageNanos),
      reserved: nanosToUsdNumber(reservedNanos),
    },
    freeTier: isFreeTier,
    organizations: [],
  };
}
