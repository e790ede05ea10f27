import type { Nanos } from '@tollgate/money';

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

/** A grant with an end, placed on the line of its wallet's lifetime usage. */
export interface EndingGrant {
  readonly id: string;
  readonly amountNanos: Nanos;
  readonly expiresAtMs: number;
  /** Lifetime usage when it was given, and when it ended (now, while it has not). */
  readonly usageStartNanos: Nanos;
  readonly usageEndNanos: Nanos;
}

interface Span {
  readonly start: Nanos;
  readonly end: Nanos;
}

/**
 * What is left of one of a wallet's grants. Credit that ends is spent before credit that does not,
 * and of several the one that ends first. So each grant, in the order of their ends, takes the
 * earliest usage within its time that none before it took.
 */
export function computeGrantLeft(grants: readonly EndingGrant[], grantId: string): Nanos {
  const inOrder = [...grants].sort(
    (left, right) => left.expiresAtMs - right.expiresAtMs || (left.id < right.id ? -1 : 1),
  );
  let taken: Span[] = [];
  for (const grant of inOrder) {
    const spans = takeUsage(grant, taken);
    if (grant.id === grantId) {
      const spent = spans.reduce((sum, { start, end }) => sum + end - start, 0n);
      return grant.amountNanos - spent;
    }
    taken = [...taken, ...spans].sort((left, right) => (left.start < right.start ? -1 : 1));
  }
  throw new RangeError('the grant is not among those of its wallet');
}

/** `taken` is in order and without overlaps. */
function takeUsage(grant: EndingGrant, taken: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let position = grant.usageStartNanos;
  let wanted = grant.amountNanos;
  const takeUntil = (end: Nanos): void => {
    const free = min(end, grant.usageEndNanos) - position;
    if (free <= 0n || wanted === 0n) return;
    const amount = min(free, wanted);
    spans.push({ start: position, end: position + amount });
    wanted -= amount;
  };
  for (const { start, end } of taken) {
    takeUntil(start);
    if (end > position) position = end;
  }
  takeUntil(grant.usageEndNanos);
  return spans;
}

function min(left: Nanos, right: Nanos): Nanos {
  return left < right ? left : right;
}
