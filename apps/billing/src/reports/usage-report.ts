import type { Nanos } from '@tollgate/money';
import type { CalendarDay, CalendarMonth } from '../shared/calendar';

/** What a group of calls comes to. */
export interface UsageFigures {
  readonly spendNanos: Nanos;
  readonly requests: bigint;
  readonly promptTokens: bigint;
  readonly completionTokens: bigint;
}

export interface UsageReport {
  readonly balanceNanos: Nanos;
  readonly totals: UsageFigures;
  /** Each by spend, the highest first. */
  readonly byModel: readonly (UsageFigures & { readonly model: string })[];
  readonly byKey: readonly (UsageFigures & { readonly keyId: string; readonly keyName: string })[];
  readonly byApp: readonly (UsageFigures & { readonly appName: string })[];
  /** By day, and within a day by spend. */
  readonly series: readonly (UsageFigures & {
    readonly day: CalendarDay;
    readonly model: string;
  })[];
}

/** What everybody's calls come to. */
export interface PlatformUsage {
  readonly totals: UsageFigures;
  readonly byDay: readonly (UsageFigures & { readonly day: CalendarDay })[];
  /** Each by spend, the highest first. */
  readonly byModel: readonly (UsageFigures & { readonly model: string })[];
  readonly byProvider: readonly (UsageFigures & { readonly provider: string })[];
}

export interface OrgMonth {
  readonly orgId: string;
  readonly month: CalendarMonth;
}

/** A month of an organization. */
export interface OrgOverview {
  readonly totals: UsageFigures;
  readonly previousSpendNanos: Nanos;
  /** Only those on which there were calls. */
  readonly days: readonly (UsageFigures & { readonly day: CalendarDay })[];
}

interface Spend {
  readonly spendNanos: Nanos;
  readonly requests: bigint;
}

/** All lists by spend, the highest first; empty ids are what no team or member spent. */
export type TeamModelSpend = Spend & { readonly teamId: string; readonly model: string };
export type ModelSpend = UsageFigures & { readonly model: string };
export type MemberSpend = Spend & { readonly memberId: string };

/** Figures of the book about the whole platform. */
export interface BookOverview {
  readonly thisHour: UsageFigures;
  readonly today: UsageFigures;
  readonly yesterday: UsageFigures;
  /** Of today, highest spend first. */
  readonly topModels: readonly (UsageFigures & { readonly model: string })[];
  readonly wallets: number;
  /** What customers have paid for and not used. */
  readonly balanceNanos: Nanos;
  readonly walletsBelowZero: number;
  readonly topups: {
    readonly pending: number;
    /** Top-ups that need an operator. */
    readonly withProblem: number;
    readonly paidTodayNanos: Nanos;
  };
}

/** The users as auth counts them. */
export interface UserCounts {
  readonly total: number;
  readonly verified: number;
  readonly suspended: number;
  readonly createdLastDay: number;
}
