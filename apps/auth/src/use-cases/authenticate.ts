import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import { isExpired, type ApiKey } from '../domain/api-key';
import { getSessionEnd, isDueForRenewal, type Session } from '../domain/session';
import { getWalletId, type User } from '../domain/user';
import type { AccountDatabase, Clock, Wallets } from './ports';

/** Somebody whose credential was right. */
export interface AuthenticatedCaller {
  readonly user: User;
  readonly walletId: string;
  readonly balanceNanos: Nanos;
  readonly credential:
    | { readonly kind: 'key'; readonly key: ApiKey }
    | { readonly kind: 'session'; readonly session: Session };
}

export type Authenticate = (hash: string, requestId: string) => Promise<AuthenticatedCaller>;

interface AuthenticatePorts {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly clock: Clock;
}

/** `unauthenticated` for unknown, disabled, expired and revoked keys alike. */
export function createAuthenticateKey(ports: AuthenticatePorts): Authenticate {
  return async (keyHash, requestId) => {
    const found = await ports.database.keys.findByHash(keyHash);
    if (!found?.key.isEnabled || isExpired(found.key, ports.clock.now())) {
      throw new AppError('unauthenticated');
    }
    // A key that was being made while its owner left.
    if (found.user.deletedAt !== null) throw new AppError('unauthenticated');
    const { key, user } = found;
    return addWallet(ports, { user, credential: { kind: 'key', key } }, requestId);
  };
}

/** Prolongs the session, at most once a day. */
export function createAuthenticateSession(ports: AuthenticatePorts): Authenticate {
  return async (tokenHash, requestId) => {
    const now = ports.clock.now();
    const { sessions } = ports.database;
    const found = await sessions.findLiveByHash(tokenHash, now);
    if (!found || found.user.deletedAt !== null) throw new AppError('unauthenticated');
    let { session } = found;
    if (isDueForRenewal(session, now)) {
      session = { ...session, renewedAt: now, expiresAt: getSessionEnd(session.createdAt, now) };
      await sessions.renew(session.id, session.renewedAt, session.expiresAt);
    }
    const { user } = found;
    return addWallet(ports, { user, credential: { kind: 'session', session } }, requestId);
  };
}

async function addWallet(
  ports: AuthenticatePorts,
  caller: Pick<AuthenticatedCaller, 'user' | 'credential'>,
  requestId: string,
): Promise<AuthenticatedCaller> {
  const walletId = getWalletId(caller.user);
  const balanceNanos = await ports.wallets.getBalanceForTier(walletId, requestId);
  return { ...caller, walletId, balanceNanos };
}
