import {
  anonymousIdentity,
  identityHeader,
  sealHeader,
  type CallerIdentity,
  type IdentitySigner,
} from '@tollgate/identity';
import { hashText } from '../domain/choose-instance';
import type { CallerEntry, SignableIdentity } from '../domain/caller';
import type { Clock } from './ports';

/** A header lives for 15 s; signed again after 5, it always has time left when it is read. */
const signAgainAfterMs = 5_000;

const adminTokenIdentity: CallerIdentity = { ...anonymousIdentity, kind: 'operator' };

/** The identities that services see. A caller acts as itself, or as operator on operator routes. */
export interface CallerIdentities {
  ofCaller(entry: CallerEntry): SignableIdentity;
  /** A user with a session who acts as operator. */
  ofOperator(entry: CallerEntry): SignableIdentity;
  ofAdminToken(): SignableIdentity;
  ofAnonymous(): SignableIdentity;
}

export function createCallerIdentities(signer: IdentitySigner, clock: Clock): CallerIdentities {
  const make = (caller: CallerIdentity): SignableIdentity => {
    let text = '';
    let signedAtMs = -Infinity;
    const subject = caller.keyId || caller.sessionId || caller.userId;
    return {
      caller,
      affinity: subject === '' ? undefined : hashText(subject),
      sign: (request) => {
        const nowMs = clock.nowMs();
        if (nowMs - signedAtMs >= signAgainAfterMs) {
          text = signer.sign(caller, nowMs);
          signedAtMs = nowMs;
        }
        return { [identityHeader]: text, [sealHeader]: signer.seal(text, request, nowMs) };
      },
    };
  };
  const anonymous = make(anonymousIdentity);
  const adminToken = make(adminTokenIdentity);
  return {
    ofCaller: ({ caller, identities }) => (identities.self ??= make(caller.identity)),
    ofOperator: ({ caller, identities }) =>
      (identities.operator ??= make({ ...caller.identity, kind: 'operator' })),
    ofAdminToken: () => adminToken,
    ofAnonymous: () => anonymous,
  };
}
