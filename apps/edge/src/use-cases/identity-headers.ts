import { anonymousIdentity, type CallerIdentity, type IdentitySigner } from '@tollgate/identity';
import type { CallerEntry, SignedHeader, SignedHeaders } from '../domain/caller';
import type { Clock } from './ports';

/** A header lives for 15 s; signed again after 5, it always has time left when it is read. */
const signAgainAfterMs = 5_000;

const adminTokenIdentity: CallerIdentity = { ...anonymousIdentity, kind: 'operator' };

/** The signed identity headers, each signed once in a few seconds and then reused. */
export interface IdentityHeaders {
  ofCaller(entry: CallerEntry): string;
  /** A user with a session who acts as operator. */
  ofOperator(entry: CallerEntry): string;
  ofAdminToken(): string;
  ofAnonymous(): string;
}

export function createIdentityHeaders(signer: IdentitySigner, clock: Clock): IdentityHeaders {
  const anonymous: SignedHeaders = {};
  const adminToken: SignedHeaders = {};

  function isFresh(header: SignedHeader | undefined, nowMs: number): header is SignedHeader {
    return header !== undefined && nowMs - header.signedAtMs < signAgainAfterMs;
  }

  function getSelf(signed: SignedHeaders, identity: CallerIdentity): string {
    const nowMs = clock.nowMs();
    if (!isFresh(signed.self, nowMs)) {
      signed.self = { text: signer.sign(identity, nowMs), signedAtMs: nowMs };
    }
    return signed.self.text;
  }

  function getOperator({ signed, caller }: CallerEntry): string {
    const nowMs = clock.nowMs();
    if (!isFresh(signed.operator, nowMs)) {
      const identity: CallerIdentity = { ...caller.identity, kind: 'operator' };
      signed.operator = { text: signer.sign(identity, nowMs), signedAtMs: nowMs };
    }
    return signed.operator.text;
  }

  return {
    ofCaller: ({ signed, caller }) => getSelf(signed, caller.identity),
    ofOperator: getOperator,
    ofAdminToken: () => getSelf(adminToken, adminTokenIdentity),
    ofAnonymous: () => getSelf(anonymous, anonymousIdentity),
  };
}
