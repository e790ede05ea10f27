import type { Nanos } from '@tollgate/money';
import { requireOrgRole } from '@tollgate/org-access';
import type { Billing } from '../organizations/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import type { Member } from './member';
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

export type ListMembers = (request: Omit<OrgRequest, 'roles'>) => Promise<readonly MemberView[]>;

/** Oldest first; a team_admin sees the own team. */
export function listMembersUseCase(ports: {
  readonly database: OrgDatabase;
  readonly viewMembers: ViewMembers;
}): ListMembers {
  const { database, viewMembers } = ports;
  return async ({ orgId, requester }) => {
    const { requestId } = requester.actor;
    const need = { orgId, roles: adminOrTeamAdmin, requestId };
    const { role, teamId } = await requireOrgRole(requester.identity, need, database.members);
    const members = await database.members.list(orgId, role === 'team_admin' ? teamId : undefined);
    return viewMembers(orgId, members, requestId);
  };
}
