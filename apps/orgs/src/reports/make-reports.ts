import { requireOrgRole, type OrgRole } from '@tollgate/org-access';
import type { Directory } from '../members/ports';
import type { OrgDatabase } from '../shared/ports';
import { adminOnly, adminOrBilling, type OrgRequest } from '../shared/requester';
import type { Team } from '../teams/team';
import type { MonthQuestion, SpendFigures } from './ports';
import type {
  MemberReport,
  ModelSpend,
  Overview,
  ReportMonth,
  TeamReport,
  TeamSpend,
} from './report';

export interface ReportRequest extends Omit<OrgRequest, 'roles'> {
  readonly month: ReportMonth;
}

/** Months of an organization. Each throws `not_found` for strangers, `forbidden` for the rest. */
export interface Reports {
  getOverview(request: ReportRequest): Promise<Overview>;
  listByTeam(request: ReportRequest): Promise<TeamReport>;
  listByModel(request: ReportRequest): Promise<readonly ModelSpend[]>;
  listByMember(request: ReportRequest): Promise<MemberReport>;
}

export function createReports(ports: {
  readonly database: OrgDatabase;
  readonly directory: Pick<Directory, 'listUsers'>;
  readonly figures: SpendFigures;
}): Reports {
  const { database, figures } = ports;

  async function allow(
    { month, orgId, requester }: ReportRequest,
    roles: readonly OrgRole[],
  ): Promise<MonthQuestion> {
    const { requestId } = requester.actor;
    await requireOrgRole(requester.identity, { orgId, roles, requestId }, database.members);
    return { ...month, orgId, requestId };
  }

  return {
    getOverview: async (request) => figures.readOverview(await allow(request, adminOrBilling)),
    listByModel: async (request) => figures.listModels(await allow(request, adminOrBilling)),

    listByTeam: async (request) => {
      const question = await allow(request, adminOrBilling);
      const [rows, teams] = await Promise.all([
        figures.listTeams(question),
        database.teams.listAll(request.orgId),
      ]);
      return groupByTeam(rows, teams);
    },

    listByMember: async (request) =>
      describeMembers(ports, request.orgId, await allow(request, adminOnly)),
  };
}

type TeamRows = Awaited<ReturnType<SpendFigures['listTeams']>>;

/** Teams, and deleted ones with spend; highest spend first. */
function groupByTeam(rows: TeamRows, teams: readonly Team[]): TeamReport {
  const sum = (of: TeamRows): bigint => of.reduce((total, row) => total + row.spendNanos, 0n);
  const byTeam = Map.groupBy(rows, ({ teamId }) => teamId);
  const known = teams.filter(({ deletedAt, id }) => deletedAt === null || byTeam.has(id));
  const listed = known.map((team): TeamSpend => {
    const own = byTeam.get(team.id) ?? [];
    return {
      teamId: team.id,
      name: team.name,
      costCenterCode: team.costCenterCode,
      spendNanos: sum(own),
      budgetNanos: team.monthlyBudgetNanos,
      models: own.map(({ model, spendNanos }) => ({ model, spendNanos })),
    };
  });
  const totalNanos = sum(rows);
  const ofTeams = listed.reduce((total, { spendNanos }) => total + spendNanos, 0n);
  return {
    teams: listed.sort(bySpend),
    totalNanos,
    unassignedNanos: totalNanos - ofTeams,
  };
}

/** Members, and former ones with spend; highest spend first. */
async function describeMembers(
  ports: Parameters<typeof createReports>[0],
  orgId: string,
  question: MonthQuestion,
): Promise<MemberReport> {
  const { database, directory, figures } = ports;
  const [rows, present, teams] = await Promise.all([
    figures.listMembers(question),
    database.members.list(orgId),
    database.teams.listAll(orgId),
  ]);
  const spends = new Map(rows.map((row) => [row.memberId, row]));
  const here = new Set(present.map(({ id }) => id));
  const gone = rows.flatMap(({ memberId }) => (here.has(memberId) ? [] : [memberId]));
  const left = await database.members.listLeft(orgId, gone);
  const members = [...present, ...left];
  const userIds = members.map(({ userId }) => userId);
  const users = await directory.listUsers(userIds, question.requestId);
  const teamNames = new Map(teams.map(({ id, name }) => [id, name]));
  const listed = members.map((member, index) => ({
    memberId: member.id,
    name: users[index]?.name ?? null,
    email: users[index]?.email ?? null,
    team: teamNames.get(member.teamId ?? '') ?? null,
    spendNanos: spends.get(member.id)?.spendNanos ?? 0n,
    requests: spends.get(member.id)?.requests ?? 0n,
    budgetNanos: member.monthlyBudgetNanos,
  }));
  const { requests = 0n, spendNanos = 0n } = spends.get('') ?? {};
  return { members: listed.sort(bySpend), unassigned: { spendNanos, requests } };
}

function bySpend(
  left: { readonly spendNanos: bigint },
  right: { readonly spendNanos: bigint },
): number {
  if (left.spendNanos === right.spendNanos) return 0;
  return left.spendNanos > right.spendNanos ? -1 : 1;
}
