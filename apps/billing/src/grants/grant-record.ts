/** A grant or correction as operators see it. */
export interface GrantRecord {
  readonly id: string;
  readonly walletId: string;
  readonly kind: 'grant' | 'adjust';
  /** Negative: taken back. */
  readonly amountNanos: bigint;
  readonly reason: string;
  readonly occurredAtMs: number;
  readonly expiresAtMs: number | null;
  /** What was left of it when it ended; null until then. */
  readonly expiredNanos: bigint | null;
}
