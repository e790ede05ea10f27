import type { Nanos } from '@tollgate/money';

/** A prompt that came again and was not cached. */
export interface RepeatedPrompt {
  /** Names the beginning of the prompt within an account, without telling what it says. */
  readonly fingerprint: string;
  /** Tokens that `cache_control` would have had in a cache. */
  readonly cacheableTokens: number;
  /** What that would have saved, with the write of the first use deducted. May be negative. */
  readonly missedNanos: Nanos;
}
