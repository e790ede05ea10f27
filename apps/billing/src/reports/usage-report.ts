import type { Nanos } from '@tollgate/money';
import type { CalendarDay } from '../shared/calendar-day';

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
