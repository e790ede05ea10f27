import type { CallerIdentity, OperatorScope } from '@tollgate/identity';
import type { AddressRules } from './address-rules';

/** Who is behind a credential, as auth told the edge. */
export interface Caller {
  /** Kind is a key, a session or, for an operator token, operator; `clientIp` is empty. */
  readonly identity: CallerIdentity;
  readonly isSuspended: boolean;
  readonly isOperator: boolean;
  /** Of an operator token; empty for everything else. */
  readonly operatorScopes: readonly OperatorScope[];
  readonly isAllowedFrom: AddressRules;
  /** Unix ms; null: never. */
  readonly expiresAtMs: number | null;
}

/** A caller in memory, with the header that tells services who it is. */
export interface CallerEntry {
  readonly caller: Caller;
  readonly foundAtMs: number;
  /** Kept between requests, because signing costs an HMAC. */
  readonly signed: SignedHeaders;
}

export interface SignedHeader {
  readonly text: string;
  readonly signedAtMs: number;
}

/** One caller can be seen in two ways: as itself, or as an operator on operator routes. */
export interface SignedHeaders {
  self?: SignedHeader;
  operator?: SignedHeader;
}
