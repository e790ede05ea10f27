import { AppError } from '@tollgate/errors';
import type { Positioned } from '@tollgate/http';
import type { Nanos } from '@tollgate/money';
import { requireOrgRole } from '@tollgate/org-access';
import type { Billing } from '../organizations/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import type { Member } from './member';
import { isOwnPage, type MemberPage, pickOwnPage, pickPage } from './member-page';
import type { Directory, UserCard } from './ports';

export interface MemberView {
  readonly member: Member;
  readonly user: UserCard;
  readonly team: { readonly id: string; readonly name: string } | null;
  /** Null while billing does not answer. */
  readonly monthNanos: Nanos | null;
}

export type ViewMembers = (
  orgId: string,
  members: readonly Member[],
  requestId: string,
) => Promise<readonly MemberView[]>;

/** Members with user, team and spend, as answers show them. */
export function viewMembersUseCase(ports: {
  readonly database: OrgDatabase;
  readonly billing: Billing;
  readonly directory: Directory;
  readonly clock: Clock;
}): ViewMembers {
  const { billing, clock, database, directory } = ports;
  return async (orgId, members, requestId) => {
    const userIds = members.map(({ userId }) => userId);
    const [users, teams, spend] = await Promise.all([
      directory.listUsers(userIds, requestId),
      database.teams.list(orgId),
      billing.listMemberSpend(orgId, clock.now(), requestId),
    ]);
    const names = new Map(teams.map(({ id, name }) => [id, { id, name }]));
    return members.map((member, index) => ({
      member,
      user: users[index] ?? { id: member.userId, email: null, name: null },
      team: names.get(member.teamId ?? '') ?? null,
      monthNanos: spend === undefined ? null : (spend.get(member.id) ?? 0n),
    }));
  };
}

type MemberViews = Promise<readonly Positioned<MemberView>[]>;

export type ListMembers = (request: Omit<OrgRequest, 'roles'>, page: MemberPage) => MemberViews;

/** A team_admin sees the own team. */
export function listMembersUseCase(ports: {
  readonly database: OrgDatabase;
  readonly viewMembers: ViewMembers;
}): ListMembers {
  const { database, viewMembers } = ports;
  return async ({ orgId, requester }, page) => {
    const { requestId } = requester.actor;
    const need = { orgId, roles: adminOrTeamAdmin, requestId };
    const { role, teamId } = await requireOrgRole(requester.identity, need, database.members);
    const members = await database.members.list(orgId, role === 'team_admin' ? teamId : undefined);
    return viewPage((some) => viewMembers(orgId, some, requestId), members, page);
  };
}

export type ListMembersAsOperator = (
  request: { readonly orgId: string; readonly requestId: string },
  page: MemberPage,
) => MemberViews;

/** Members of any organization, deleted ones that can be restored too. Raises: not_found. */
export function listMembersAsOperatorUseCase(ports: {
  readonly database: OrgDatabase;
  readonly viewMembers: ViewMembers;
}): ListMembersAsOperator {
  const { database, viewMembers } = ports;
  return async ({ orgId, requestId }, page) => {
    const org = await database.organizations.find(orgId);
    if (org === undefined) throw new AppError('not_found', { message: 'No such organization' });
    const members = await database.members.list(orgId, undefined);
    return viewPage((some) => viewMembers(orgId, some, requestId), members, page);
  };
}

/** Asks the other services about the members of the page only, where their order allows it. */
async function viewPage(
  view: (members: readonly Member[]) => Promise<readonly MemberView[]>,
  members: readonly Member[],
  page: MemberPage,
): MemberViews {
  if (!isOwnPage(page)) return pickPage(await view(members), page);
  const picked = pickOwnPage(members, page);
  const views = await view(picked.map(({ item }) => item));
  return picked.flatMap(({ position }, index) => {
    const item = views[index];
    return item === undefined ? [] : [{ item, position }];
  });
}
