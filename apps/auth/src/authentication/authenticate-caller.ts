import { AppError } from '@tollgate/errors';
import type { InstitutionSession } from '../institutions/institution-session';
import { findKeyEnd, type EndedKey } from '../keys/find-key-end';
import { getKeyOwner, getOwnerWalletId, isForPerson, isUseDue } from '../keys/api-key';
import type { FoundKey } from '../keys/ports';
import type { OperatorToken } from '../operator-tokens/operator-token';
import type { PlaygroundToken } from '../playground/ports';
import { getSessionEnd, isDueForRenewal, type Session } from '../sessions/session';
import type { Wallets, WalletTier } from '../shared/billing-ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import { getWalletId, type User } from '../users/user';

export type Credential =
  | (FoundKey & { readonly kind: 'key' })
  | { readonly kind: 'session'; readonly session: Session; readonly user: User }
  | { readonly kind: 'institution'; readonly session: InstitutionSession }
  | { readonly kind: 'operator'; readonly token: OperatorToken }
  | {
      readonly kind: 'playground';
      readonly token: PlaygroundToken;
      readonly session: Session;
      readonly user: User;
    };

/** The owner of a valid credential. */
export interface AuthenticatedCaller {
  readonly walletId: string;
  readonly tier: WalletTier;
  readonly credential: Credential;
}

/** A key that has ended is returned for the refusal log only. */
export type AuthenticateKey = (
  keyHash: string,
  requestId: string,
) => Promise<AuthenticatedCaller | EndedKey>;

export type Authenticate = (hash: string, requestId: string) => Promise<AuthenticatedCaller>;

interface AuthenticatePorts {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly clock: Clock;
}

/**
 * An API key, the session of an institution's user, an operator token, or a playground token: all
 * of them are sent as bearers.
 * `unauthenticated` for unknown ones, and for all but keys that have ended. Orgs is not asked: the
 * keys of former members were disabled, and the relay applies the policy to every call.
 */
export function authenticateKeyUseCase(ports: AuthenticatePorts): AuthenticateKey {
  return async (keyHash, requestId) => {
    const now = ports.clock.now();
    const found = await ports.database.keys.findByHash(keyHash);
    if (!found) return authenticateOther(ports, keyHash, requestId);
    const { key, user } = found;
    // A key that was being made while its owner left.
    if (isForPerson(key) && user.deletedAt !== null) throw new AppError('unauthenticated');
    const end = findKeyEnd(found, now);
    if (end !== undefined) return { ...found, end };
    // Only management keys: billing has the last call of a standard key.
    if (key.type === 'management' && isUseDue(key.lastUsedAt, now)) {
      await ports.database.keys.noteUse(key.id, now);
    }
    const walletId = getOwnerWalletId(getKeyOwner(key));
    const tier = await ports.wallets.getTier(walletId, requestId);
    return { walletId, tier, credential: { kind: 'key', ...found } };
  };
}

/** All at once, so that an unknown credential takes no longer than it must. */
async function authenticateOther(
  ports: AuthenticatePorts,
  tokenHash: string,
  requestId: string,
): Promise<AuthenticatedCaller> {
  const { clock, database, wallets } = ports;
  const now = clock.now();
  const [session, token, playground] = await Promise.all([
    database.institutionSessions.findLiveByHash(tokenHash, now),
    database.operatorTokens.findLiveByHash(tokenHash, now),
    database.playgroundTokens.findLiveByHash(tokenHash, now),
  ]);
  if (token) return authenticateOperator(ports, token, now);
  if (playground) {
    const walletId = getWalletId(playground.user);
    const tier = await wallets.getTier(walletId, requestId);
    return { walletId, tier, credential: { kind: 'playground', ...playground } };
  }
  if (!session) throw new AppError('unauthenticated');
  const tier = await wallets.getTier(session.orgId, requestId);
  return { walletId: session.orgId, tier, credential: { kind: 'institution', session } };
}

/** Pays for nothing, so that there is no wallet. */
async function authenticateOperator(
  { database }: Pick<AuthenticatePorts, 'database'>,
  token: OperatorToken,
  now: Date,
): Promise<AuthenticatedCaller> {
  if (isUseDue(token.lastUsedAt, now)) await database.operatorTokens.noteUse(token.id, now);
  const tier = { balanceNanos: 0n, isInvoiced: false };
  return { walletId: '', tier, credential: { kind: 'operator', token } };
}

/** Prolongs the session, at most once a day. */
export function authenticateSessionUseCase(ports: AuthenticatePorts): Authenticate {
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
    const walletId = getWalletId(user);
    const tier = await ports.wallets.getTier(walletId, requestId);
    return { walletId, tier, credential: { kind: 'session', session, user } };
  };
}
