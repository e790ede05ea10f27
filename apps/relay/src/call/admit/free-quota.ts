/** Which of the two caps was reached. */
export type QuotaCap = 'rpm' | 'daily';

/** How much a subject may use in a clock minute and in a UTC day. */
export interface QuotaClaim {
  /** A user and a model, or an address. */
  readonly subject: string;
  readonly requestsPerMinute: number;
  readonly unitsPerDay: number;
  readonly units: number;
  readonly nowMs: number;
}

/** What was taken, so that it can be released. */
export interface QuotaGrant {
  readonly subject: string;
  readonly units: number;
  readonly takenAtMs: number;
}

export type QuotaResult =
  | {
      readonly kind: 'granted';
      readonly grant: QuotaGrant;
      readonly requestsLeft: number;
      readonly unitsLeft: number;
    }
  | { readonly kind: 'over'; readonly cap: QuotaCap };

export interface FreeQuota {
  /** Atomic under concurrency. Raises `overloaded` when the counters cannot be reached. */
  take(claim: QuotaClaim): Promise<QuotaResult>;
  /** The cap that a claim would exceed now; takes nothing. Raises as `take` does. */
  peek(claim: QuotaClaim): Promise<QuotaCap | undefined>;
  /** The call ended unbilled: its units are available again. The request stays counted. */
  release(grant: QuotaGrant): void;
}
