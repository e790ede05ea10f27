import type { CalendarDay } from '../shared/calendar-day';
import type { UsageFigures } from './usage-report';

/** What everybody's calls come to. */
export interface PlatformUsage {
  readonly totals: UsageFigures;
  readonly byDay: readonly (UsageFigures & { readonly day: CalendarDay })[];
  /** Each by spend, the highest first. */
  readonly byModel: readonly (UsageFigures & { readonly model: string })[];
  readonly byProvider: readonly (UsageFigures & { readonly provider: string })[];
}
