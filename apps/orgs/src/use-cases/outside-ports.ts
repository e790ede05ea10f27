import type { Nanos } from '@tollgate/money';
import type { Scope } from '../domain/layer';
import type { Organization } from '../domain/organization';

/** A user as others see them; both are null for one who is gone. */
export interface UserCard {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
}

export interface FoundUser extends UserCard {
  /** False: the account proves nothing about the address. */
  readonly isEmailVerified: boolean;
}

/** What auth knows. */
export interface Directory {
  /** Undefined: no account has the address. */
  findUser(email: string, requestId: string): Promise<FoundUser | undefined>;
  /** One entry per id, in the same order. */
  listUsers(userIds: readonly string[], requestId: string): Promise<readonly FoundUser[]>;
  disableKeys(
    of: { readonly orgId: string; readonly teamId: string; readonly memberId: string },
    requestId: string,
  ): Promise<void>;
  /** Deletes keys of a purged organization; whether none are left. */
  purgeKeys(orgId: string, requestId: string): Promise<boolean>;
}

export interface WalletFigures {
  readonly balanceNanos: Nanos;
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
}

/** What was spent in the running month; undefined while billing does not say. */
export type MonthSpend = ReadonlyMap<string, Nanos> | undefined;

/** What billing knows. */
export interface Billing {
  getWallet(walletId: string, requestId: string): Promise<WalletFigures>;
  listTeamSpend(orgId: string, now: Date, requestId: string): Promise<MonthSpend>;
  listMemberSpend(orgId: string, now: Date, requestId: string): Promise<MonthSpend>;
  setTerms(org: Organization, requestId: string): Promise<void>;
}

export interface WindowSpend {
  readonly minuteNanos: Nanos;
  readonly hourNanos: Nanos;
}

/** What the till counts for limits. */
export interface SpendWindows {
  /** What a scope has spent in the running clock minute and hour. */
  getSpend(walletId: string, scope: Scope, requestId: string): Promise<WindowSpend>;
  /** Limits of these scopes have changed: their counts begin anew from the book. Never throws. */
  forget(walletId: string, scopes: readonly Scope[]): Promise<void>;
}

/** Tells every relay that what it remembers about an organization is out of date. */
export interface PolicySignal {
  changed(orgId: string): Promise<void>;
}

/** Counts invitations before they are made. */
export interface InvitationLimits {
  /** Throws `rate_limited` when somebody invited too many. */
  take(userId: string): Promise<void>;
}

/** Sends what is due without waiting for the next round; never fails. */
export interface Waker {
  wake(): void;
}
