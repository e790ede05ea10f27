import type { Nanos } from '@tollgate/money';
import { centsToNanos } from '../shared/cents';
import type { TopupStatus } from '../top-ups/topup';
import { getCalendarMonth, getDayStartMs, getFirstDay } from '../shared/calendar';

/** Why a rule waits for its owner. */
export const pauseReasons = [
  'declined',
  'authentication_required',
  'card_unusable',
  'channel_closed',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Mails that a rule can cause. */
export type AutoTopupMailKind = PauseReason | 'monthly_limit';

/** Buys credit for a wallet when little is left. */
export interface AutoTopup {
  readonly walletId: string;
  /** Who set it: the payer of its top-ups. */
  readonly userId: string;
  readonly isEnabled: boolean;
  readonly channel: string;
  readonly thresholdCents: bigint;
  /** The credit of one top-up. */
  readonly amountCents: bigint;
  /** The most that is charged in a calendar month (UTC), fees and taxes included. */
  readonly monthlyLimitCents: bigint;
  /** Empty: not paused. */
  readonly pausedReason: PauseReason | '';
  readonly pausedAtMs: number | null;
  /** No charge starts before it. */
  readonly nextAtMs: number;
  readonly updatedAtMs: number;
}

/** A mail about a rule that waits to be sent. */
export interface RuleMail extends AutoTopup {
  readonly mail: AutoTopupMailKind;
}

/** One use of a rule, as its owner sees it. */
export interface AutoTopupTry {
  readonly topupId: string;
  readonly status: TopupStatus;
  readonly totalCents: bigint;
  readonly balanceNanos: Nanos;
  readonly failure: string;
  readonly createdAtMs: number;
}

/** The charge of an automatic top-up that is in progress. */
export interface AutoTopupCharge {
  readonly topupId: string;
  readonly walletId: string;
  readonly methodId: string;
  readonly balanceNanos: Nanos;
  /** Counted before the provider is called. */
  readonly tries: number;
}

/** The wallet of a rule when it is judged. */
export interface RuleSituation {
  readonly balanceNanos: Nanos;
  readonly creditLineNanos: Nanos;
  readonly isSuspended: boolean;
  readonly hasOpenCharge: boolean;
  /** The saved payment method; undefined when no method is saved. */
  readonly methodId: string | undefined;
  /** Charged automatically this month, and what is being charged. */
  readonly monthCents: bigint;
}

export type RuleVerdict =
  | { readonly kind: 'charge'; readonly methodId: string }
  | { readonly kind: 'limit'; readonly untilMs: number }
  | { readonly kind: 'none' };

/** Two charges of one rule are at least so far apart. */
export const chargePauseMs = 10 * 60_000;

/** `totalCents` is what one top-up costs with fee and tax. */
export function judgeRule(
  rule: AutoTopup,
  situation: RuleSituation,
  { nowMs, totalCents }: { readonly totalCents: bigint; readonly nowMs: number },
): RuleVerdict {
  const { hasOpenCharge, isSuspended, methodId } = situation;
  const isReady = rule.isEnabled && rule.pausedReason === '' && rule.nextAtMs <= nowMs;
  if (!isReady || isSuspended || hasOpenCharge || methodId === undefined) return { kind: 'none' };
  // A wallet with a credit line is invoiced.
  if (situation.creditLineNanos > 0n) return { kind: 'none' };
  if (situation.balanceNanos >= centsToNanos(rule.thresholdCents)) return { kind: 'none' };
  if (isOverLimit(rule, situation.monthCents, totalCents)) {
    return { kind: 'limit', untilMs: getMonthEndMs(nowMs) };
  }
  return { kind: 'charge', methodId };
}

export function isOverLimit(
  { monthlyLimitCents }: Pick<AutoTopup, 'monthlyLimitCents'>,
  monthCents: bigint,
  totalCents: bigint,
): boolean {
  return monthCents + totalCents > monthlyLimitCents;
}

export function getMonthStartMs(nowMs: number): number {
  return getDayStartMs(getFirstDay(getCalendarMonth(nowMs)));
}

function getMonthEndMs(nowMs: number): number {
  return getDayStartMs(getFirstDay(getCalendarMonth(nowMs) + 1));
}
