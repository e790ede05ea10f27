import type { Nanos } from '@tollgate/money';
import type { ModelSpend, Overview, ReportMonth } from './report';

export interface MonthQuestion extends ReportMonth {
  readonly orgId: string;
  readonly requestId: string;
}

/** What billing has summed; empty ids are what no team or member spent. */
export interface SpendFigures {
  readOverview(of: MonthQuestion): Promise<Overview>;
  listModels(of: MonthQuestion): Promise<readonly ModelSpend[]>;
  /** By spend, most first. */
  listTeams(of: MonthQuestion): Promise<
    readonly {
      readonly teamId: string;
      readonly model: string;
      readonly spendNanos: Nanos;
    }[]
  >;
  listMembers(of: MonthQuestion): Promise<
    readonly {
      readonly memberId: string;
      readonly spendNanos: Nanos;
      readonly requests: bigint;
    }[]
  >;
}
