import { type Membership, requireOwnTeam } from '@tollgate/org-access';
import type { SeriesScope } from './series';

/** The calls of its organization that a role may see in sums. Raises: forbidden. */
export function makeOrgScope(membership: Membership): SeriesScope {
  const { memberId, orgId, role, teamId } = membership;
  const everything = { walletId: orgId, keyId: null, memberId: null, teamId: null };
  if (role === 'member') return { ...everything, memberId };
  if (role !== 'team_admin') return everything;
  requireOwnTeam(membership, teamId);
  return { ...everything, teamId };
}
