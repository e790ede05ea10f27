import type { IncomingHttpHeaders } from 'node:http';
import type { CallerIdentity, ResolvedCaller, SealedRequest } from '@tollgate/identity';
import type { AddressRules } from './address-rules';

/** The caller behind a credential, with compiled address rules. */
export interface Caller extends Omit<ResolvedCaller, 'allowedCidrs'> {
  readonly isAllowedFrom: AddressRules;
}

/** A cached caller with the identities that services see. */
export interface CallerEntry {
  readonly caller: Caller;
  readonly foundAtMs: number;
  /** Kept between requests: signing costs an HMAC. */
  readonly identities: { self?: SignableIdentity; operator?: SignableIdentity };
}

/** A service of this process is given the caller, one of another process the signed headers. */
export interface SignableIdentity {
  readonly caller: CallerIdentity;
  /** The caller is signed once in a few seconds; the seal is made for this request. */
  readonly sign: (request: SealedRequest) => IncomingHttpHeaders;
  /** Hash of the key or session, which keeps its requests on one instance; of anonymous: none. */
  readonly affinity: number | undefined;
}
