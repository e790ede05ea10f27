/** Whose limit or rule refused a request. */
export type RefusalScope =
  | 'key'
  | 'session'
  | 'member'
  | 'team'
  | 'org'
  | 'account'
  | 'address'
  | 'installation'
  | 'provider';

/** A limit and its use; only what the error carries. */
export interface RefusalFigures {
  readonly unit: 'usd' | 'requests' | 'tokens' | 'units';
  readonly window?: string;
  readonly limit?: number;
  readonly used?: number;
  readonly reserved?: number;
  readonly available?: number;
  readonly required?: number;
}

/** What decided that a request was refused. */
export interface Decision {
  /** The name of the error, or `address_not_allowed`. */
  readonly code: string;
  readonly status: number;
  readonly scope: RefusalScope;
  readonly message: string;
  readonly figures: RefusalFigures | undefined;
  readonly resetsAtMs: number | undefined;
  /** Empty where no content rule of an organization decided. */
  readonly ruleId: string;
  readonly categories: readonly string[];
}

/** A refused request, with its caller. Never contains a prompt or an answer. */
export interface Refusal extends Decision {
  readonly requestId: string;
  readonly occurredAtMs: number;
  readonly callerId: string;
  readonly userId: string;
  readonly orgId: string;
  readonly teamId: string;
  readonly memberId: string;
  readonly keyId: string;
  readonly httpRoute: string;
  readonly model: string;
  /** Of requests that are traced. */
  readonly traceparent: string | undefined;
  /** Other refusals of this caller in the same minute that were not recorded. */
  readonly leftOut: number;
}
