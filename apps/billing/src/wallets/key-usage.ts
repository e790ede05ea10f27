/** What one key has spent, by UTC day, week (from Monday) and month. */
export interface KeyUsage {
  readonly keyId: string;
  readonly totalNanos: bigint;
  readonly dayNanos: bigint;
  readonly weekNanos: bigint;
  readonly monthNanos: bigint;
  readonly requests: bigint;
  readonly dayRequests: bigint;
  readonly weekRequests: bigint;
  readonly monthRequests: bigint;
  readonly totalTokens: bigint;
  readonly lastUsedMs: bigint;
}
