import type { Membership } from '@tollgate/org-access';
import type { MemberStore } from '../members/ports';
import { adminOrTeamAdmin } from '../shared/requester';
import type { SearchSources } from './ports';
import { resultsPerKindMax, type SearchResult } from './search-result';

/** One call to auth resolves at most this many users. */
const membersSearchedMax = 1_000;

export type FindMembers = (
  memberships: readonly Membership[],
  text: string,
  requestId: string,
) => Promise<readonly SearchResult[]>;

/** Searches the names and addresses of members that the lists of members show to the user. */
export function findMembersUseCase(ports: {
  readonly members: Pick<MemberStore, 'list'>;
  readonly sources: Pick<SearchSources, 'listUsers'>;
}): FindMembers {
  const { members, sources } = ports;
  return async (memberships, text, requestId) => {
    const listed = await listManaged(members, memberships);
    const userIds = listed.map(({ userId }) => userId);
    const users = await sources.listUsers(userIds, requestId);
    const wanted = text.toLowerCase();
    return listed
      .flatMap(({ memberId: id, org }, index): SearchResult[] => {
        const { email, name } = users[index] ?? { email: null, name: null };
        const isFound = [email, name].some((shown) => shown?.toLowerCase().includes(wanted));
        if (!isFound || email === null) return [];
        return [{ kind: 'member', id, title: name ?? email, detail: email, org }];
      })
      .slice(0, resultsPerKindMax);
  };
}

interface ManagedMember {
  readonly memberId: string;
  readonly userId: string;
  readonly org: { readonly id: string; readonly name: string };
}

async function listManaged(
  store: Pick<MemberStore, 'list'>,
  memberships: readonly Membership[],
): Promise<readonly ManagedMember[]> {
  const managed: ManagedMember[] = [];
  for (const { orgId, orgName, ...membership } of memberships.filter(managesMembers)) {
    if (managed.length >= membersSearchedMax) break;
    const teamId = membership.role === 'team_admin' ? membership.teamId : undefined;
    const org = { id: orgId, name: orgName };
    const found = await store.list(orgId, teamId);
    managed.push(...found.map(({ id: memberId, userId }) => ({ memberId, userId, org })));
  }
  return managed.slice(0, membersSearchedMax);
}

function managesMembers({ isOrgSuspended, role, teamId }: Membership): boolean {
  if (isOrgSuspended || !adminOrTeamAdmin.includes(role)) return false;
  return role !== 'team_admin' || teamId !== '';
}
