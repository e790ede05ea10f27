import { AppError } from '@tollgate/errors';
import { getRequestsPerMinute, type CallerIdentity } from '@tollgate/identity';
import type { Nanos } from '@tollgate/money';
import { getSessionLabel, type SessionBounds } from '../institutions/institution-session';
import type { Wallets } from '../shared/billing-ports';
import type { AccountDatabase } from '../shared/ports';
import type { ApiKey } from './api-key';
import { noUsage, type KeyUsage } from './key-usage';

/** A key as its own caller sees it. */
export type ShownKey = Pick<
  ApiKey,
  'label' | 'type' | 'limitNanos' | 'limitReset' | 'expiresAt'
> & {
  /** Only of a session of an institution. */
  readonly quota?: SessionBounds;
};

export interface CurrentKey {
  readonly key: ShownKey;
  readonly usage: KeyUsage;
  readonly balanceNanos: Nanos;
  readonly isInvoiced: boolean;
  /** False for users of an institution: its balance is not theirs to see. */
  readonly isBalanceShown: boolean;
  readonly requestsPerMinute: number;
}

type Caller = Pick<CallerIdentity, 'kind' | 'userId' | 'walletId' | 'keyId' | 'sessionId' | 'org'>;

export type GetCurrentKey = (caller: Caller, requestId: string) => Promise<CurrentKey>;

/**
 * The key, or the session of an institution, that a call was made with. `unauthenticated` when it
 * was deleted in this very moment.
 */
export function getCurrentKeyUseCase(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly fundedRequestsPerMinute: number;
}): GetCurrentKey {
  const { institutionSessions, keys } = ports.database;

  function findKey({ keyId, org, userId }: Caller): Promise<ShownKey | undefined> {
    return keys.findOwned(org === null ? { userId } : { orgId: org.orgId }, keyId);
  }

  async function findSession({ org, sessionId }: Caller): Promise<ShownKey | undefined> {
    const session = await institutionSessions.findById(org?.orgId ?? '', sessionId);
    if (!session || session.revokedAt !== null) return undefined;
    const { expiresAt, quota } = session;
    const label = getSessionLabel(session);
    const limit = { limitNanos: quota.nanos, limitReset: null };
    return { label, type: 'standard', ...limit, expiresAt, quota };
  }

  return async (caller, requestId) => {
    const { keyId, kind, walletId } = caller;
    const isInstitution = kind === 'institution_session';
    const [key, wallet, usages] = await Promise.all([
      isInstitution ? findSession(caller) : findKey(caller),
      ports.wallets.getWallet(walletId, requestId),
      ports.wallets.listKeyUsage(walletId, [keyId], requestId),
    ]);
    if (!key) throw new AppError('unauthenticated');
    const { balanceNanos, isInvoiced } = wallet;
    return {
      key,
      usage: usages[0] ?? noUsage,
      balanceNanos,
      isInvoiced,
      isBalanceShown: !isInstitution,
      requestsPerMinute: getRequestsPerMinute(wallet, ports.fundedRequestsPerMinute),
    };
  };
}
