import {
  CallerKind,
  type AuthServiceServer,
  type Caller as CallerMessage,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { unaryHandler } from '@tollgate/rpc';
import { resolveBreaker } from '../domain/circuit-breaker';
import type { User } from '../domain/user';
import type { Authenticate, AuthenticatedCaller } from '../use-cases/authenticate';
import type { CountUsers } from '../use-cases/count-users';
import type { GetContact } from '../use-cases/get-contact';

export interface AuthServiceOptions {
  readonly authenticateKey: Authenticate;
  readonly authenticateSession: Authenticate;
  readonly getContact: GetContact;
  readonly countUsers: CountUsers;
}

/** Tells the edge who is behind a credential, and other services where a user is reached. */
export function createAuthService(options: AuthServiceOptions): AuthServiceServer {
  return {
    authenticateKey: unaryHandler(async ({ keyHash }, { requestId }) => ({
      caller: encodeCaller(await options.authenticateKey(checkHash(keyHash), requestId)),
    })),
    authenticateSession: unaryHandler(async ({ tokenHash }, { requestId }) => ({
      caller: encodeCaller(await options.authenticateSession(checkHash(tokenHash), requestId)),
    })),
    getContact: unaryHandler(({ userId }) => options.getContact(userId)),
    countUsers: unaryHandler(async () => {
      const { recent, suspended, total, verified } = await options.countUsers();
      return {
        total: BigInt(total),
        suspended: BigInt(suspended),
        verified: BigInt(verified),
        createdLastDay: BigInt(recent),
      };
    }),
  };
}

const hashPattern = /^[0-9a-f]{64}$/;

function checkHash(hash: string): string {
  if (!hashPattern.test(hash)) throw new AppError('unauthenticated');
  return hash;
}

function encodeCaller(caller: AuthenticatedCaller): CallerMessage {
  const { user, walletId, balanceNanos } = caller;
  return {
    userId: user.id,
    walletId,
    email: user.email,
    isSuspended: user.suspension !== null,
    isOperator: user.role === 'operator',
    balanceNanos,
    hasFreeFallback: user.hasFreeFallback && hasFreeFallback(caller.credential),
    // Personal keys and sessions belong to nobody else.
    orgId: '',
    teamId: '',
    memberId: '',
    isInvoiced: false,
    ...encodeBreaker(user),
    ...encodeCredential(caller.credential),
  };
}

function hasFreeFallback(credential: AuthenticatedCaller['credential']): boolean {
  return credential.kind === 'session' || credential.key.hasFreeFallback;
}

type BreakerFields = 'breakerMinuteNanos' | 'breakerHourNanos';

function encodeBreaker(user: User): Pick<CallerMessage, BreakerFields> {
  const { hourNanos, isEnabled, minuteNanos } = resolveBreaker(user.breaker);
  return {
    breakerMinuteNanos: isEnabled ? minuteNanos : undefined,
    breakerHourNanos: isEnabled ? hourNanos : undefined,
  };
}

type CredentialFields =
  | 'kind'
  | 'keyId'
  | 'sessionId'
  | 'label'
  | 'allowedCidrs'
  | 'limitNanos'
  | 'limitPeriod'
  | 'expiresAtMs';

function encodeCredential(
  credential: AuthenticatedCaller['credential'],
): Pick<CallerMessage, CredentialFields> {
  if (credential.kind === 'session') {
    return {
      kind: CallerKind.CALLER_KIND_SESSION,
      keyId: '',
      sessionId: credential.session.id,
      label: '',
      allowedCidrs: [],
      limitNanos: undefined,
      limitPeriod: '',
      expiresAtMs: BigInt(credential.session.expiresAt.getTime()),
    };
  }
  const { key } = credential;
  const isManagement = key.type === 'management';
  return {
    kind: isManagement
      ? CallerKind.CALLER_KIND_MANAGEMENT_KEY
      : CallerKind.CALLER_KIND_STANDARD_KEY,
    keyId: key.id,
    sessionId: '',
    label: key.label,
    allowedCidrs: [...key.allowedCidrs],
    limitNanos: key.limitNanos ?? undefined,
    limitPeriod: key.limitReset ?? '',
    expiresAtMs: BigInt(key.expiresAt?.getTime() ?? 0),
  };
}
