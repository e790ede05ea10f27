/** Which of the two caps was reached. */
export type QuotaCap = 'rpm' | 'daily';

/** How much of something may be taken in a clock minute and in a day of UTC. */
export interface QuotaClaim {
  /** Who takes what: a user and a model, or an address. */
  readonly subject: string;
  readonly requestsPerMinute: number;
  readonly unitsPerDay: number;
  readonly units: number;
  readonly nowMs: number;
}

/** What was taken, so that it can be given back. */
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
  /** All or nothing, however many ask at once. Raises `overloaded` when it cannot be counted. */
  take(claim: QuotaClaim): Promise<QuotaResult>;
  /** The cap that a claim would meet now; takes nothing. Raises as `take` does. */
  peek(claim: QuotaClaim): Promise<QuotaCap | undefined>;
  /** The call ended unbilled: its units count again. The request was made all the same. */
  release(grant: QuotaGrant): void;
}
