import {
  type AdmitRequest,
  type AdmitResult,
  formatCounterField,
  type HoldEnding,
  type SpendCounter,
  type SpendLimit,
} from '@tollgate/till';

export interface Hold {
  state: 'open' | 'final';
  amountNanos: bigint;
  instance: string;
  readonly fields: readonly string[];
  readonly sinceMs: number;
  step?: number;
}

export interface Wallet {
  posted: { nanos: bigint; version: bigint } | undefined;
  readonly holds: Map<string, Hold>;
  readonly counters: Map<string, { spent: bigint; reserved: bigint }>;
  /** Until when each relay may have leases, and until when none is granted. */
  readonly leasedUntilMs: Map<string, number>;
  unleasedUntilMs: number;
}

export function format(counter: SpendCounter): string {
  return formatCounterField(counter);
}

export function sum(holds: readonly Hold[]): bigint {
  return holds.reduce((total, { amountNanos }) => total + amountNanos, 0n);
}

export function sumHeld(wallet: Wallet): bigint {
  return sum([...wallet.holds.values()]);
}

export function judgeLimit(wallet: Wallet, limit: SpendLimit): AdmitResult | undefined {
  const counter = wallet.counters.get(format(limit)) ?? { spent: 0n, reserved: 0n };
  if (counter.spent + counter.reserved < limit.limitNanos) return undefined;
  const { reserved: reservedNanos, spent: spentNanos } = counter;
  const nowMs = Date.now();
  const trippedBreakers: never[] = [];
  return { kind: 'limit-reached', limit, spentNanos, reservedNanos, nowMs, trippedBreakers };
}

/** The least that any limit and the balance leave. */
export function findFree({ limits }: AdmitRequest, wallet: Wallet, availableNanos: bigint): bigint {
  let free = availableNanos;
  for (const limit of limits) {
    const { reserved, spent } = wallet.counters.get(format(limit)) ?? { spent: 0n, reserved: 0n };
    const left = limit.limitNanos - spent - reserved;
    if (left < free) free = left;
  }
  return free;
}

/** A tenth of what is free, between the amount and the ceiling. */
export function chooseAmount(request: AdmitRequest, free: bigint): bigint {
  const { amountNanos, ceilingNanos = amountNanos, leaseId } = request;
  if (leaseId !== undefined) return amountNanos;
  const share = free / 10n < ceilingNanos ? free / 10n : ceilingNanos;
  return share > amountNanos ? share : amountNanos;
}

export function takeFromLease(wallet: Wallet, { leaseId = '', leaseNanos = 0n }: HoldEnding): void {
  const lease = wallet.holds.get(leaseId);
  if (lease?.state === 'open') takePart(wallet, lease, leaseNanos);
}

export function takePart(wallet: Wallet, hold: Hold, partNanos: bigint): void {
  const taken = partNanos < hold.amountNanos ? partNanos : hold.amountNanos;
  hold.amountNanos -= taken;
  move(wallet, hold.fields, 0n, -taken);
}

export function move(
  wallet: Wallet,
  fields: readonly string[],
  spent: bigint,
  reserved: bigint,
): void {
  for (const field of fields) {
    const counter = wallet.counters.get(field);
    if (!counter) continue;
    counter.spent += spent;
    counter.reserved += reserved;
  }
}

export function drop(wallet: Wallet, holdId: string): void {
  const hold = wallet.holds.get(holdId);
  if (!hold) return;
  wallet.holds.delete(holdId);
  if (hold.state === 'open') move(wallet, hold.fields, 0n, -hold.amountNanos);
}
