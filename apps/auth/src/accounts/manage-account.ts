import { AppError } from '@tollgate/errors';
import { isFreeTier } from '@tollgate/identity';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { Membership } from '@tollgate/org-access';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { WalletFigures, Wallets } from '../shared/billing-ports';
import type { Orgs } from '../shared/org-ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import { describeUser, getWalletId, type User } from '../users/user';

export type AccountChange = Partial<Pick<User, 'name' | 'locale' | 'hasFreeFallback'>>;

export type UpdateAccount = (actor: Actor, change: AccountChange) => Promise<void>;

/** What people may change about themselves; in force on every edge when it resolves. */
export function updateAccountUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): UpdateAccount {
  return async (actor, change) => {
    await ports.database.withTransaction(async ({ audit, users }) => {
      const user = await users.lock(actor.userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      const changed = { ...user, ...change };
      await users.update(changed, ports.clock.now());
      const target = { type: 'user', id: user.id } as const;
      const [before, after] = [describeUser(user), describeUser(changed)];
      await audit.record({ action: 'user.update', actor, target, before, after });
    });
    await ports.invalidator.invalidate({ userId: actor.userId });
  };
}

export interface Account {
  readonly user: User;
  readonly wallet: WalletFigures;
  readonly reservedNanos: Nanos;
  readonly isFreeTier: boolean;
  readonly memberships: readonly Membership[];
}

export type GetAccount = (userId: string, requestId: string) => Promise<Account>;

export function getAccountUseCase(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly orgs: Pick<Orgs, 'listMemberships'>;
  readonly logger: Logger;
}): GetAccount {
  /** None while orgs is away: an account is worth showing without them. */
  async function listMemberships(userId: string, requestId: string) {
    try {
      return await ports.orgs.listMemberships(userId, requestId);
    } catch (error) {
      ports.logger.warn('organizations of an account unknown', { userId, requestId, error });
      return [];
    }
  }

  return async (userId, requestId) => {
    const user = await ports.database.users.findById(userId);
    if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
    const walletId = getWalletId(user);
    const [wallet, reservedNanos, memberships] = await Promise.all([
      ports.wallets.getWallet(walletId, requestId),
      ports.wallets.getReserved(walletId),
      listMemberships(userId, requestId),
    ]);
    return { user, wallet, reservedNanos, isFreeTier: isFreeTier(wallet), memberships };
  };
}
