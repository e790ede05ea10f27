import { AppError } from '@tollgate/errors';
import type { Orgs } from '../shared/org-ports';
import type { KeyOrg } from './api-key';

/** A key whose team or member is gone is switched off for good. Raises: conflict. */
export async function assertHolderRemains(
  orgs: Pick<Orgs, 'findMember' | 'hasTeam'>,
  { memberId, orgId, teamId }: KeyOrg,
  requestId: string,
): Promise<void> {
  const [hasMember, hasTeam] = await Promise.all([
    memberId === null || orgs.findMember(orgId, memberId, requestId).then(Boolean),
    teamId === null || orgs.hasTeam(orgId, teamId, requestId),
  ]);
  if (hasMember && hasTeam) return;
  throw new AppError('conflict', {
    message: 'The member or team of this key is gone; make a new key instead',
  });
}
