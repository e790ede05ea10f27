import { formatTime } from '@tollgate/http';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { z } from 'zod';
import type { Session } from '../sessions/session';
import type { WalletFigures } from '../shared/billing-ports';
import type { UserOverview } from '../users/get-user';
import type { User } from '../users/user';
import type {
  accountSchema,
  adminUserOverviewSchema,
  adminUserSchema,
  creditsSchema,
  currentSessionSchema,
  sessionSchema,
  userSchema,
} from './account-answers';
import type { Account } from './manage-account';

export function renderUser(user: User): z.input<typeof userSchema> {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    emailVerified: user.isEmailVerified,
    suspended: user.suspension !== null,
    createdAt: formatTime(user.createdAt),
  };
}

export function renderCurrentSession(session: Session): z.input<typeof currentSessionSchema> {
  return {
    id: session.id,
    createdAt: formatTime(session.createdAt),
    expiresAt: formatTime(session.expiresAt),
  };
}

export function renderSession(session: Session, currentId: string): z.input<typeof sessionSchema> {
  const isRenewed = session.renewedAt > session.createdAt;
  return {
    ...renderCurrentSession(session),
    ...(isRenewed && { lastRenewedAt: formatTime(session.renewedAt) }),
    userAgent: session.userAgent,
    ip: session.ip,
    current: session.id === currentId,
  };
}

export function renderAccount(account: Account): z.input<typeof accountSchema> {
  const { user } = account;
  return {
    user: renderUser(user),
    credits: renderCredits(account.wallet, account.reservedNanos),
    freeTier: account.isFreeTier,
    organizations: account.memberships.map(({ orgId: id, orgName: name, role }) => ({
      id,
      name,
      role,
    })),
    locale: user.locale,
    freeFallback: user.hasFreeFallback,
  };
}

export function renderAdminUser(user: User): z.input<typeof adminUserSchema> {
  return {
    ...renderUser(user),
    suspendedAt: formatTime(user.suspension?.since ?? null),
    suspendedReason: user.suspension?.reason ?? null,
    locale: user.locale,
    freeFallback: user.hasFreeFallback,
    deletedAt: formatTime(user.deletedAt),
  };
}

export function renderUserOverview(
  overview: UserOverview,
): z.input<typeof adminUserOverviewSchema> {
  return {
    ...renderAdminUser(overview.user),
    credits: renderCredits(overview.wallet, overview.reservedNanos),
    keyCount: overview.keyCount,
    sessionCount: overview.sessionCount,
  };
}

function renderCredits(wallet: WalletFigures, reservedNanos: Nanos): z.input<typeof creditsSchema> {
  return {
    balance: nanosToUsdNumber(wallet.balanceNanos),
    totalCredits: nanosToUsdNumber(wallet.totalCreditsNanos),
    totalUsage: nanosToUsdNumber(wallet.totalUsageNanos),
    reserved: nanosToUsdNumber(reservedNanos),
  };
}
