import type { Positioned, SortedPage } from '@tollgate/http';
import type { BreakerSettings } from '../accounts/circuit-breaker';
import type { User, UserRole } from './user';
import type { UserSort } from './user-page';

export interface UserWithPassword {
  readonly user: User;
  readonly passwordHash: string;
}

export interface UserStore extends UserDirectory {
  /** False when the address has an account. */
  insert(user: User, passwordHash: string): Promise<boolean>;
  findById(userId: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<UserWithPassword | undefined>;
  findWithPassword(userId: string): Promise<UserWithPassword | undefined>;
  /** Locks the account until the transaction ends. */
  lock(userId: string): Promise<User | undefined>;
  /** The account stays as it is until the transaction ends. */
  lockForSignIn(userId: string): Promise<UserWithPassword | undefined>;
  /** Those of them that live, in no order. */
  findByIds(userIds: readonly string[]): Promise<readonly User[]>;
  /** Writes whatever of a locked account may change, but its breaker and its password. */
  update(user: User, now: Date): Promise<void>;
  updateBreaker(userId: string, settings: BreakerSettings): Promise<void>;
  updatePassword(userId: string, passwordHash: string): Promise<void>;
}

export interface UserFilter {
  /** A whole address, or the beginning of one. */
  readonly email?: { readonly text: string; readonly match: 'whole' | 'beginning' };
  readonly isSuspended?: boolean;
  readonly role?: UserRole;
}

export interface UserCounts {
  readonly total: number;
  readonly suspended: number;
  readonly verified: number;
  /** Signed up after a given time. */
  readonly recent: number;
}

/** What operators ask about all users. Deleted ones are listed, but not counted. */
export interface UserDirectory {
  list(filter: UserFilter, page: SortedPage<UserSort>): Promise<readonly Positioned<User>[]>;
  count(recentSince: Date): Promise<UserCounts>;
  /** Ids of the active operators, locked until the transaction ends. */
  lockOperators(): Promise<readonly string[]>;
}
