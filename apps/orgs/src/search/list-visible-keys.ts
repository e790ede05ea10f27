import type { Membership } from '@tollgate/org-access';
import type { MemberStore } from '../members/ports';
import { wholeOrgRoles } from './list-visible-calls';
import type { VisibleKeys } from './ports';

/** The keys that the lists of keys of organizations show to the user. */
export async function listVisibleKeys(
  memberships: readonly Membership[],
  members: Pick<MemberStore, 'list'>,
): Promise<readonly VisibleKeys[]> {
  const visible: VisibleKeys[] = [];
  for (const { isOrgSuspended, orgId, role, teamId } of memberships) {
    if (isOrgSuspended) continue;
    if (wholeOrgRoles.includes(role)) visible.push({ orgId });
    if (role !== 'team_admin' || teamId === '') continue;
    const memberIds = (await members.list(orgId, teamId)).map(({ id }) => id);
    visible.push({ orgId, team: { teamId, memberIds } });
  }
  return visible;
}
