import type { DayRange } from './report-period';
import type {
  MemberSpend,
  ModelSpend,
  OrgMonth,
  OrgOverview,
  PlatformUsage,
  TeamModelSpend,
} from './usage-report';

/** Months of organizations; every list by spend, the highest first. */
export interface OrgReports {
  readOverview(of: OrgMonth): Promise<OrgOverview>;
  listTeams(of: OrgMonth): Promise<TeamModelSpend[]>;
  listModels(of: OrgMonth): Promise<ModelSpend[]>;
  listMembers(of: OrgMonth): Promise<MemberSpend[]>;
}

export interface PlatformUsageQuery {
  readonly range: DayRange;
  /** null: not filtered. */
  readonly model: string | null;
  readonly provider: string | null;
}

export type ReadPlatformUsage = (query: PlatformUsageQuery) => Promise<PlatformUsage>;
