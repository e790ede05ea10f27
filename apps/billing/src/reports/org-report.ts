import type { Nanos } from '@tollgate/money';
import type { CalendarDay } from '../shared/calendar-day';
import type { CalendarMonth } from '../shared/calendar-month';
import type { UsageFigures } from './usage-report';

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
