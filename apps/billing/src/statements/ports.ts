import type { CalendarDay } from '../shared/calendar';
import type { LedgerPage, LedgerQuery, Statement } from './statement';

export type ReadLedger = (query: LedgerQuery) => Promise<LedgerPage>;

export interface StatementQuery {
  readonly walletId: string;
  readonly firstDay: CalendarDay;
  /** The day after the last one. */
  readonly endDay: CalendarDay;
}

export type ReadStatement = (query: StatementQuery) => Promise<Statement>;
