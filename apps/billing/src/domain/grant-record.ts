/** A grant or correction as operators see it. */
export interface GrantRecord {
  readonly id: string;
  readonly walletId: string;
  readonly kind: string;
  readonly amountNanos: bigint;
  readonly reason: string;
  readonly occurredAtMs: number;
}
