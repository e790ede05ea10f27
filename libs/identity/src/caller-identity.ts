export type CallerKind =
  | 'anonymous'
  | 'standard_key'
  /** Its calls are answered by the simulator and cost nothing. */
  | 'test_key'
  | 'management_key'
  | 'session'
  | 'institution_session'
  | 'operator'
  | 'playground_token';

export type LimitPeriod = 'daily' | 'weekly' | 'monthly' | 'total';

/** A spend cap of the key that was used. */
export interface SpendLimit {
  readonly nanos: bigint;
  readonly period: LimitPeriod;
}

/** What the user's own spend breaker lets through in a clock minute and a clock hour. */
export interface PersonalBreaker {
  readonly minuteNanos: bigint;
  readonly hourNanos: bigint;
}

/** The organization of the key, with its team and member; empty when the key is for none. */
export interface OrgCaller {
  readonly orgId: string;
  readonly teamId: string;
  readonly memberId: string;
}

/** What an institution lets one session do; null: no bound. */
export interface SessionQuota {
  readonly requests: number | null;
  readonly tokens: number | null;
}

/** The caller of a request, resolved by the edge. Texts are empty where they do not apply. */
export interface CallerIdentity {
  readonly kind: CallerKind;
  readonly userId: string;
  readonly keyId: string;
  readonly sessionId: string;
  readonly walletId: string;
  /** Null for a caller without an organization. */
  readonly org: OrgCaller | null;
  readonly label: string;
  readonly email: string;
  readonly limit: SpendLimit | null;
  /** Null but for sessions of an institution that bounds them. */
  readonly quota: SessionQuota | null;
  /** Null while it is off. */
  readonly breaker: PersonalBreaker | null;
  /** Calls beyond a free quota may be paid. */
  readonly hasFreeFallback: boolean;
  /** Posted balance of the wallet when the caller was looked up: at most 15 s old. */
  readonly balanceNanos: bigint;
  /** The wallet is on a credit line, so the balance does not choose its rate tier. */
  readonly isInvoiced: boolean;
  /** Sent beside the signed header (see unsignedHeaders), since it differs per request. */
  readonly clientIp: string;
}

export const anonymousIdentity: CallerIdentity = Object.freeze({
  kind: 'anonymous',
  userId: '',
  keyId: '',
  sessionId: '',
  walletId: '',
  org: null,
  label: '',
  email: '',
  limit: null,
  quota: null,
  breaker: null,
  hasFreeFallback: true,
  balanceNanos: 0n,
  isInvoiced: false,
  clientIp: '',
});
