import type { ResolvedCaller } from '@tollgate/identity';
import type { AddressRules } from './address-rules';

/** The caller behind a credential, with compiled address rules. */
export interface Caller extends Omit<ResolvedCaller, 'allowedCidrs'> {
  readonly isAllowedFrom: AddressRules;
}

/** A cached caller with the signed header that services read. */
export interface CallerEntry {
  readonly caller: Caller;
  readonly foundAtMs: number;
  /** Kept between requests: signing costs an HMAC. */
  readonly signed: SignedHeaders;
}

export interface SignedHeader {
  readonly text: string;
  readonly signedAtMs: number;
}

/** A caller acts as itself, or as an operator on operator routes. */
export interface SignedHeaders {
  self?: SignedHeader;
  operator?: SignedHeader;
}
