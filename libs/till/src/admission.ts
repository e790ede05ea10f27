import type { Nanos } from '@tollgate/money';
import {
  formatCounterField,
  parseCounterField,
  type LimitScope,
  type SpendCounter,
  type SpendLimit,
  type SpendWindow,
} from './limits';

export interface AdmitRequest {
  readonly walletId: string;
  readonly holdId: string;
  readonly instance: string;
  readonly amountNanos: Nanos;
  /** The least reserve that is good enough; equal to the amount when the whole must be covered. */
  readonly floorNanos: Nanos;
  /**
   * Left out: the amount itself. Above it a tenth of what is free in every scope is held, but at
   * least the amount and at most this.
   */
  readonly ceilingNanos?: Nanos;
  /**
   * A hold of the ceiling is placed under this id for many calls, if a tenth of what is free
   * covers it; else the call gets its own hold of the amount.
   */
  readonly leaseId?: string;
  /** Caps and budgets in order of precedence: the first that is reached is the one named. */
  readonly limits: readonly SpendLimit[];
}

export type PreviewRequest = Omit<AdmitRequest, 'holdId' | 'instance' | 'leaseId'>;

/** A hold as its relay remembers it. */
export interface HoldRef {
  readonly walletId: string;
  readonly holdId: string;
  readonly instance: string;
  readonly amountNanos: Nanos;
  readonly counters: readonly SpendCounter[];
  /** The open hold that the call is paid from; it has none of its own in the till. */
  readonly leaseId?: string;
  /** What the end of the call takes from that hold. */
  readonly leaseNanos?: Nanos;
}

export interface ExtendRequest {
  /** With what it holds so far. */
  readonly hold: HoldRef;
  /** 1 for the first extension of this hold, then rising; a repeat changes nothing. */
  readonly step: number;
  /** How much more, and the least that is good enough. */
  readonly amountNanos: Nanos;
  readonly floorNanos: Nanos;
  readonly limits: readonly SpendLimit[];
}

/** A limit that lets nothing more through in its window. */
export interface ReachedLimit {
  readonly limit: SpendLimit;
  readonly spentNanos: Nanos;
  readonly reservedNanos: Nanos;
}

export type AdmitResult =
  /** The whole amount that the hold has now. */
  | { readonly kind: 'admitted'; readonly amountNanos: Nanos; readonly isLease?: true }
  | { readonly kind: 'not-loaded'; readonly counters: readonly SpendCounter[] }
  | ({
      readonly kind: 'limit-reached';
      readonly nowMs: number;
      /** Every breaker that is tripped, not only the one that is named. */
      readonly trippedBreakers: readonly ReachedLimit[];
    } & ReachedLimit)
  | {
      readonly kind: 'no-funds';
      readonly availableNanos: Nanos;
      /** How far the balance may go below zero; 0 for a prepaid wallet. */
      readonly creditNanos: Nanos;
      /** The least that would have been accepted. */
      readonly requiredNanos: Nanos;
    };

/** How an admission would end, without one. */
export interface AdmitPreview {
  readonly result: AdmitResult;
  /** Every requested limit, with what counts against it. */
  readonly limits: readonly ReachedLimit[];
  readonly nowMs: number;
}

type Reply = readonly (string | number)[];
export type PreviewReply = readonly [answer: Reply, figures: Reply, now: string];

export function listLimitValues(limits: readonly SpendLimit[]): (string | number | bigint)[] {
  const values: (string | number | bigint)[] = [limits.length];
  for (const limit of limits) values.push(formatCounterField(limit), limit.limitNanos, limit.rule);
  return values;
}

export function readAdmitReply(reply: Reply, limits: readonly SpendLimit[]): AdmitResult {
  const [kind, first = '0', second = '0', third = '0'] = reply;
  switch (kind) {
    case 'ok':
      return { kind: 'admitted', amountNanos: BigInt(first) };
    case 'lease':
      return { kind: 'admitted', amountNanos: BigInt(first), isLease: true };
    case 'funds':
      return {
        kind: 'no-funds',
        availableNanos: BigInt(first),
        creditNanos: BigInt(second),
        requiredNanos: BigInt(third),
      };
    case 'load': {
      const counters = reply.slice(1).map((field) => parseCounterField(String(field)));
      return { kind: 'not-loaded', counters };
    }
    case 'limit':
      return readReached(reply, limits);
    default:
      throw new Error(`unexpected reply of the till: ${String(kind)}`);
  }
}

export function readPreviewReply(
  [answer, figures, now]: PreviewReply,
  limits: readonly SpendLimit[],
): AdmitPreview {
  const used = limits.map((limit, index) => ({
    limit,
    spentNanos: BigInt(figures[index * 2] ?? 0),
    reservedNanos: BigInt(figures[index * 2 + 1] ?? 0),
  }));
  return { result: readAdmitReply(answer, limits), limits: used, nowMs: Number(now) * 1_000 };
}

const breakerScopes: readonly LimitScope[] = ['org', 'team', 'member', 'user', 'key'];
const breakerWindows: readonly SpendWindow[] = [
  'total',
  'monthly',
  'weekly',
  'daily',
  'hour',
  'minute',
];

/** Breakers come before caps; of several the widest scope, and of its windows the longest. */
function readReached(reply: Reply, limits: readonly SpendLimit[]): AdmitResult {
  const reached: ReachedLimit[] = [];
  for (let position = 2; position < reply.length; position += 3) {
    const limit = limits[Number(reply[position]) - 1];
    if (!limit) throw new Error('the till named a limit that was not asked for');
    const [spent = 0, reserved = 0] = reply.slice(position + 1, position + 3);
    reached.push({ limit, spentNanos: BigInt(spent), reservedNanos: BigInt(reserved) });
  }
  const trippedBreakers = reached
    .filter(({ limit }) => limit.rule === 'settled')
    .sort((left, right) => rankBreaker(left.limit) - rankBreaker(right.limit));
  const named = trippedBreakers[0] ?? reached[0];
  if (!named) throw new Error('the till named no limit');
  return { kind: 'limit-reached', ...named, nowMs: Number(reply[1]) * 1_000, trippedBreakers };
}

function rankBreaker({ scope, window }: SpendLimit): number {
  return breakerScopes.indexOf(scope) * breakerWindows.length + breakerWindows.indexOf(window);
}
