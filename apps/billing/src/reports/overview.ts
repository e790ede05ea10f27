import type { Nanos } from '@tollgate/money';
import type { UsageFigures } from './usage-report';

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
