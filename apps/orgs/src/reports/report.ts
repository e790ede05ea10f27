import type { Nanos } from '@tollgate/money';

/** A month of the calendar, in UTC. */
export interface ReportMonth {
  readonly year: number;
  /** From 1. */
  readonly month: number;
}

export interface Overview {
  readonly spendNanos: Nanos;
  /** At the providers' list prices. */
  readonly upstreamNanos: Nanos;
  readonly requests: bigint;
  readonly tokens: bigint;
  readonly previousNanos: Nanos;
  /** Only days on which there were calls. */
  readonly days: readonly {
    readonly date: string;
    readonly spendNanos: Nanos;
    readonly requests: bigint;
  }[];
}

export interface ModelSpend {
  readonly model: string;
  readonly spendNanos: Nanos;
  readonly requests: bigint;
  readonly promptTokens: bigint;
  readonly completionTokens: bigint;
}

export interface TeamSpend {
  readonly teamId: string;
  readonly name: string;
  readonly costCenterCode: string | null;
  readonly spendNanos: Nanos;
  readonly budgetNanos: Nanos | null;
  readonly models: readonly { readonly model: string; readonly spendNanos: Nanos }[];
}

export interface TeamReport {
  readonly teams: readonly TeamSpend[];
  /** Of all teams and of keys without a team. */
  readonly totalNanos: Nanos;
  readonly unassignedNanos: Nanos;
}

export interface MemberSpend {
  readonly memberId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly team: string | null;
  readonly spendNanos: Nanos;
  readonly requests: bigint;
  readonly budgetNanos: Nanos | null;
}

export interface MemberReport {
  readonly members: readonly MemberSpend[];
  /** Of keys that are no member's. */
  readonly unassigned: { readonly spendNanos: Nanos; readonly requests: bigint };
}

const permille = 1_000n;

/** In percent, half up to one decimal; 0 of nothing. */
export function getPercent(part: Nanos, whole: Nanos): number {
  return whole <= 0n ? 0 : Number(divideHalfUp(part * permille, whole)) / 10;
}

export function getUtilization(spend: Nanos, budget: Nanos | null): number | null {
  return budget === null ? null : getPercent(spend, budget);
}

const rateDecimals = 6;
const rateUnit = 10n ** BigInt(rateDecimals);

/** What of the price is not the provider's, from 0 to 1; 0 without markup. */
export function getMarginRate({ spendNanos, upstreamNanos }: Overview): number {
  if (spendNanos <= 0n) return 0;
  const marginNanos = spendNanos - upstreamNanos;
  const size = marginNanos < 0n ? -marginNanos : marginNanos;
  const rate = Number(divideHalfUp(size * rateUnit, spendNanos)) / Number(rateUnit);
  return marginNanos < 0n ? -rate : rate;
}

/** Nanos are a thousandth of the millionth that six decimals of a dollar show. */
const nanosPerMicro = 1_000n;
const tokensPerPrice = 1_000_000n;

/** Micro-dollars for a million tokens, half up. */
export function getAveragePriceMicros(spend: ModelSpend): bigint {
  const tokens = spend.promptTokens + spend.completionTokens;
  if (tokens === 0n) return 0n;
  return divideHalfUp(spend.spendNanos * tokensPerPrice, tokens * nanosPerMicro);
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}
